/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sends bytes, and returns all that comes back until the server closes the connection. */
final class RawHttp {
    private static final int TIMEOUT_MS = 60_000;

    private RawHttp() {}

    static String send(String address, String requestLine, String... headers) {
        return send(address, requestLine, List.of(headers), "");
    }

    static String send(String address, String requestLine, List<String> headers, String body) {
        StringBuilder request = new StringBuilder(requestLine).append("\r\n");
        if (headers.stream().noneMatch(header -> header.startsWith("Host:"))) {
            request.append("Host: localhost\r\n");
        }
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return sendRaw(address, request + "Connection: close\r\n\r\n" + body);
    }

    static String sendRaw(String address, String request) {
        return send(address, request.getBytes(StandardCharsets.UTF_8), false);
    }

    /** Sends bytes that may be no HTTP, then that nothing follows. */
    static String sendAndEnd(String address, byte[] request) {
        return send(address, request, true);
    }

    private static String send(String address, byte[] request, boolean end) {
        URI uri = URI.create(address);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(request);
            if (end) {
                socket.shutdownOutput();
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (SocketException e) {
            // Closed before all was read: no answer either.
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
