/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

/** What keys hold, hence what a read tells of the writes before it. */
enum Workload {
    /** Lists: a read sees every append so far, in order. */
    APPEND(Operation.Kind.APPEND),
    /** Registers: a read sees the last write only, and writes are blind. */
    REGISTER(Operation.Kind.WRITE);

    private final Operation.Kind change;

    Workload(Operation.Kind change) {
        this.change = change;
    }

    Operation.Kind change() {
        return change;
    }
}
