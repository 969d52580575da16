/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds addresses that servers can listen on. */
public final class FreeAddress {
    private FreeAddress() {}

    /** One of this machine that only it can reach, and that is free by now. */
    public static InetSocketAddress onLoopback() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
            return new InetSocketAddress(loopback, socket.getLocalPort());
        } catch (IOException e) {
            throw new BenchmarkException("Cannot find a free port", e);
        }
    }
}
