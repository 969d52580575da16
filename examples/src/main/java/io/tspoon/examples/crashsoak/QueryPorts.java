/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.BalanceReader;

import org.apache.flink.configuration.Configuration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Where the job answers queries: one of these ports, and after a crash perhaps another one, if the
 * first is not given back yet. They lie below those that systems give to clients, so nobody takes
 * them while no process has them.
 *
 * @param first of {@value #COUNT}
 */
record QueryPorts(int first) {
    private static final int COUNT = 2;
    private static final int LOWEST = 10_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 100;

    /**
     * Some that nobody uses.
     *
     * @throws IOException if none are found
     */
    static QueryPorts free() throws IOException {
        Random random = new Random();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            QueryPorts ports = new QueryPorts(LOWEST + random.nextInt(HIGHEST - LOWEST));
            if (ports.all().allMatch(QueryPorts::isFree)) {
                return ports;
            }
        }
        throw new IOException("Cannot find free ports: attempts=" + ATTEMPTS);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private IntStream all() {
        return IntStream.range(first, first + COUNT);
    }

    /** Begins to ask there. */
    BalanceReader reader() {
        return new BalanceReader(
                SoakTopology.GRAPH,
                endpoint(first),
                all().skip(1).mapToObj(QueryPorts::endpoint).toArray(URI[]::new));
    }

    private static URI endpoint(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Makes the job answer queries there. */
    void addTo(Configuration configuration) {
        configuration.setString("tspoon.query.enabled", "true");
        configuration.setString("tspoon.query.port", first + "-" + (first + COUNT - 1));
    }
}
