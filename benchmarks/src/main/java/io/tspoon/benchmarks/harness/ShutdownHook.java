/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

/** Is done if the JVM is told to end before this is closed: by Ctrl-C, or by a signal to end. */
public final class ShutdownHook {
    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    /**
     * @param action on a thread of its own, beside whatever runs then
     */
    public static ShutdownHook of(Runnable action) {
        Thread thread = new Thread(action, "shutdown");
        try {
            Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The JVM ends already, and whoever does that cleans up.
        }
        return new ShutdownHook(thread);
    }

    /** It is not needed any more. */
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The JVM ends already: the action is done, or about to be.
        }
    }
}
