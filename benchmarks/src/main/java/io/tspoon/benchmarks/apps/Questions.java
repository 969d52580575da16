/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Elements;
import io.tspoon.benchmarks.harness.Numbered;

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
        return new Numbered<>(
                count, subtask, subtasks, (number, start) -> new Tick(-1 - number, start));
    }
}
