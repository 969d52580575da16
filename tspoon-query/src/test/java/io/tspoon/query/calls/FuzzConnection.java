/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends bytes that may be no HTTP, over one connection until the server closes it. One thread. */
final class FuzzConnection implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int TIMEOUT_MS = 30_000;
    private static final String LENGTH = "content-length: ";

    private final int port;
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    FuzzConnection(int port) {
        this.port = port;
    }

    /**
     * What came back.
     *
     * @param status 0 if the server closed the connection without an answer
     */
    record Answer(int status, JsonNode json) {}

    /** Sends a request whose length is right. */
    Answer send(byte[] request) throws IOException {
        Socket to = socket == null ? connect() : socket;
        to.getOutputStream().write(request);
        return answer();
    }

    /** Sends what may have any length, and then says that nothing follows. */
    Answer sendAndEnd(byte[] request) throws IOException {
        close();
        Socket to = connect();
        try {
            to.getOutputStream().write(request);
            to.shutdownOutput();
            return answer();
        } catch (EOFException | SocketException e) {
            return new Answer(0, MAPPER.missingNode()); // closed before all was read
        } finally {
            close();
        }
    }

    private Socket connect() throws IOException {
        Socket to = new Socket(InetAddress.getLoopbackAddress(), port);
        to.setSoTimeout(TIMEOUT_MS);
        to.setTcpNoDelay(true);
        in = new BufferedInputStream(to.getInputStream());
        socket = to;
        return to;
    }

    private Answer answer() throws IOException {
        String status = line();
        int length = 0;
        boolean closes = false;
        boolean isJson = false;
        for (String line = line(); !line.isEmpty(); line = line()) {
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()));
            }
            closes |= header.equals("connection: close");
            isJson |= header.startsWith("content-type: application/") && header.endsWith("json");
        }
        byte[] body = in.readNBytes(length);
        if (closes) {
            close();
        }
        return new Answer(
                Integer.parseInt(status.split(" ", -1)[1]),
                isJson ? MAPPER.readTree(body) : MAPPER.missingNode());
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("Connection closed, read=" + line);
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
