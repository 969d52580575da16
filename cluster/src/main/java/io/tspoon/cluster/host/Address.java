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
 * @param address address that it listens on, and at which others find it
 * @param prefix command that runs another command there; empty for this machine itself
 */
public record Address(InetAddress address, List<String> prefix) {
    /** This machine, reachable only from this machine. */
    public static Address loopback() {
        return new Address(InetAddress.getLoopbackAddress(), List.of());
    }

    public String host() {
        return address.getHostAddress();
    }

    /** Ports that were free a moment ago, for servers that cannot report which port they chose. */
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
