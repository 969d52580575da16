/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.annotation.Internal;

/**
 * Distinguishes functions that failed from those that were interrupted, as Flink does to cancel a
 * task.
 */
@Internal
public final class Interruption {
    private Interruption() {}

    /** Whether a function failed on this thread because it was interrupted. */
    public static boolean is(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                return true;
            }
        }
        return Thread.currentThread().isInterrupted();
    }
}
