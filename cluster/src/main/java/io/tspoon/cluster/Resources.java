/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import java.util.ArrayDeque;
import java.util.Deque;

/** The processes, disks and networks of a trial. Closes them in reverse order, also at Ctrl-C. */
final class Resources implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Thread atExit = new Thread(this::closeQuietly, "close resources of a trial");

    Resources() {
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    synchronized <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        Runtime.getRuntime().removeShutdownHook(atExit);
        closeAll();
    }

    private synchronized void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private void closeQuietly() {
        try {
            closeAll();
        } catch (Exception e) {
            System.err.println("Cannot close trial: " + e);
        }
    }
}
