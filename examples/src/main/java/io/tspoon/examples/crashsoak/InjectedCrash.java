/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

/**
 * The planned failure of a task. It is an error, not an exception: if an exception may be due to a
 * tentative value, the t-graph repeats the transaction and the task does not fail.
 */
final class InjectedCrash extends Error {
    private static final long serialVersionUID = 1L;

    InjectedCrash(CrashKind kind) {
        super("Crash as planned: " + kind.words());
    }
}
