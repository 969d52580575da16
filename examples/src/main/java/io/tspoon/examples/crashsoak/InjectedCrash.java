/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

/**
 * The failure of a task that was asked for. It is an error, for a t-graph repeats a transaction if
 * an exception may come of a tentative value, and then no task fails.
 */
final class InjectedCrash extends Error {
    private static final long serialVersionUID = 1L;

    InjectedCrash(CrashKind kind) {
        super("Crash as planned: " + kind.words());
    }
}
