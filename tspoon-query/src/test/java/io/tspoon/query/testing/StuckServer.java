/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server whose answers end in their middle, as if its machine had stopped. */
public final class StuckServer implements AutoCloseable {
    private static final byte[] HALF_ANSWER =
            ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
                            + "{\"value\":")
                    .getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();

    public StuckServer() throws IOException {
        threads.execute(this::accept);
    }

    public String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** How many connections get half an answer, or have it. */
    public int answered() {
        return answered.get();
    }

    /** How many of them their clients have ended. */
    public int left() {
        return left.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                threads.execute(() -> answer(connection));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            InputStream in = connection.getInputStream();
            byte[] request = new byte[1 << 16];
            if (in.read(request) < 0) {
                return;
            }
            answered.incrementAndGet(); // before anybody can know of it
            connection.getOutputStream().write(HALF_ANSWER);
            while (in.read(request) >= 0) {
                // The rest of the request, which nobody needs.
            }
        } catch (IOException e) {
            // Ended as well.
        }
        left.incrementAndGet();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
