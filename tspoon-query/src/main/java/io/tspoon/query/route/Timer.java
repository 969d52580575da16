/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/** Runs short actions later. */
@FunctionalInterface
public interface Timer {
    /**
     * Runs an action after some milliseconds, in a thread that must not be blocked.
     *
     * @return takes it back, if it has not run
     */
    Runnable after(long delayMs, Runnable action);
}
