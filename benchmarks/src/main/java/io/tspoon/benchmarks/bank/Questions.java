/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.harness.Numbered;

/**
 * A deposit of nothing on each account: its result says what is there.
 *
 * @param accounts how many there are
 */
record Questions(int accounts) implements Elements<Transfer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Generator<Transfer> generator(int subtask, int subtasks) {
        // With a negative number as their start, which no transfer has.
        return new Numbered<>(
                accounts,
                subtask,
                subtasks,
                (number, start) -> new Transfer(Transfer.NOBODY, (int) number, 0, -1 - number));
    }
}
