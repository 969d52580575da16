/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Elements;

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
        return new Numbering(this, subtask, subtasks);
    }

    private static final class Numbering implements Generator<Tick> {
        private final Ticks ticks;
        private final int subtask;
        private final int subtasks;
        private long generated;

        Numbering(Ticks ticks, int subtask, int subtasks) {
            this.ticks = ticks;
            this.subtask = subtask;
            this.subtasks = subtasks;
        }

        @Override
        public boolean hasNext() {
            return ticks.limit == 0 || generated * subtasks + subtask < ticks.limit;
        }

        @Override
        public long generated() {
            return generated;
        }

        @Override
        public Tick next(long start) {
            return new Tick(ticks.first + generated++ * subtasks + subtask, start);
        }
    }
}
