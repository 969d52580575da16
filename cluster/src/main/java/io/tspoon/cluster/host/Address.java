/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a process runs.
 *
 * @param address what it listens on, and where others find it
 * @param prefix command that runs another one there; empty for this machine as it is
 */
public record Address(InetAddress address, List<String> prefix) {
    /** This machine, for this machine only. */
    public static Address loopback() {
        return new Address(InetAddress.getLoopbackAddress(), List.of());
    }

    public String host() {
        return address.getHostAddress();
    }

    /** Ports that were free a moment ago, for servers that cannot be asked which they took. */
    public List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, address);
            sockets.add(socket);
            ports.add(socket.getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }
}
