/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

/** What the keys hold, which determines how much a read reveals about earlier writes. */
enum Workload {
    /** Lists: a read sees every append so far, in order. */
    APPEND(Operation.Kind.APPEND),
    /** Registers: a read sees only the last write, and writes are blind. */
    REGISTER(Operation.Kind.WRITE);

    private final Operation.Kind change;

    Workload(Operation.Kind change) {
        this.change = change;
    }

    Operation.Kind change() {
        return change;
    }
}
