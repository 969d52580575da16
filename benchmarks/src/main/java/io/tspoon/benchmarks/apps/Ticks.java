/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.harness.Numbered;

/**
 * The input of an application.
 *
 * @param first number of the first event; others than before make another input
 * @param limit events over all subtasks, after which the source ends; 0 for endless
 */
record Ticks(long first, long limit) implements Elements<Tick> {
    private static final long serialVersionUID = 1L;

    /** Rounds are apart by more events than any of them takes. */
    private static final long ROUNDS_APART = 1L << 40;

    static Ticks ofRound(int round, long limit) {
        return new Ticks(round * ROUNDS_APART, limit);
    }

    @Override
    public Generator<Tick> generator(int subtask, int subtasks) {
        return new Numbered<>(
                limit, subtask, subtasks, (number, start) -> new Tick(first + number, start));
    }
}
