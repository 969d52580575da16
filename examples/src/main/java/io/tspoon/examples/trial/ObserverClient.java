/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection to the {@link Observer}. The first line is the epoch. A line that was told has left
 * the process: it arrives even if the process is killed right after.
 */
public final class ObserverClient implements Closeable {
    private final Socket socket;
    private final OutputStream out;

    private ObserverClient(Socket socket) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
    }

    /**
     * @param epoch higher for each run of the job
     */
    public static ObserverClient connect(InetSocketAddress observer, int epoch) throws IOException {
        Socket socket = new Socket(observer.getAddress(), observer.getPort());
        socket.setTcpNoDelay(true);
        ObserverClient client = new ObserverClient(socket);
        client.tell(Integer.toString(epoch));
        return client;
    }

    /** Sends a line, given without a line break. */
    public void tell(String line) throws IOException {
        out.write((line + '\n').getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
