/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends bytes, whether or not they are HTTP, and returns all that comes back. */
final class RawHttp {
    private static final int TIMEOUT_MS = 60_000;

    private RawHttp() {}

    static String send(String address, String requestLine, String... headers) {
        StringBuilder request = new StringBuilder(requestLine).append("\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return sendRaw(address, request + "Connection: close\r\n\r\n");
    }

    static String sendRaw(String address, String request) {
        return sendRaw(address, request.getBytes(StandardCharsets.UTF_8));
    }

    static String sendRaw(String address, byte[] request) {
        URI uri = URI.create(address);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
