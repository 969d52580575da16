/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.testing;

import java.io.IOException;
import java.net.ServerSocket;

/** Ports that nobody uses. */
public final class Ports {
    private Ports() {}

    /** One that was free a moment ago. */
    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
