/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Elements;

/**
 * Ticks with negative numbers, which no event has: each asks for something that the application
 * keeps. Its transaction writes what is there, so its result says it.
 *
 * @param count how many there are
 */
record Questions(long count) implements Elements<Tick> {
    private static final long serialVersionUID = 1L;

    static boolean isQuestion(Tick tick) {
        return tick.number() < 0;
    }

    /** Which question it is, from 0. */
    static int index(Tick question) {
        return (int) (-1 - question.number());
    }

    @Override
    public Generator<Tick> generator(int subtask, int subtasks) {
        return new OfSubtask(count, subtask, subtasks);
    }

    private static final class OfSubtask implements Generator<Tick> {
        private final long count;
        private final int subtasks;
        private long next;
        private long generated;

        OfSubtask(long count, int subtask, int subtasks) {
            this.count = count;
            this.subtasks = subtasks;
            this.next = subtask;
        }

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public long generated() {
            return generated;
        }

        @Override
        public Tick next(long start) {
            Tick question = new Tick(-1 - next, start);
            next += subtasks;
            generated++;
            return question;
        }
    }
}
