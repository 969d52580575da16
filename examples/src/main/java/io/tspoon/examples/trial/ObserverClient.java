/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection to the {@link Observer}: lines, the first of which is the epoch. What was told has
 * left the process: it arrives even if the process is killed next.
 */
public final class ObserverClient implements Closeable {
    private final Socket socket;
    private final OutputStream out;

    private ObserverClient(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
    }

    /**
     * @param epoch ascends from one run of the job to the next
     */
    public static ObserverClient connect(InetSocketAddress observer, int epoch) throws IOException {
        Socket socket = new Socket(observer.getAddress(), observer.getPort());
        socket.setTcpNoDelay(true);
        ObserverClient client = new ObserverClient(socket);
        client.tell(Integer.toString(epoch));
        return client;
    }

    /** Sends a line, given without its end. */
    public void tell(String line) throws IOException {
        out.write((line + '\n').getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
