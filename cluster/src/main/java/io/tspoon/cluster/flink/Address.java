/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.net.InetAddress;
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

    String host() {
        return address.getHostAddress();
    }
}
