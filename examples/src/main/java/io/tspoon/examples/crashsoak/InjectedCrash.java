/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

/** The failure of a task that was asked for. */
final class InjectedCrash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InjectedCrash(CrashKind kind) {
        super("Crash as planned: " + kind.words());
    }
}
