/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.Serializable;

/**
 * What a source offers.
 *
 * @param <T> type of the elements
 */
@FunctionalInterface
public interface Elements<T> extends Serializable {
    /** The elements of one subtask; the same ones whenever the arguments are. */
    Generator<T> generator(int subtask, int subtasks);

    /**
     * Makes the elements of one subtask, one after the other.
     *
     * @param <T> type of the elements
     */
    interface Generator<T> {
        boolean hasNext();

        /** How many were made so far. */
        long generated();

        /**
         * The next one.
         *
         * @param start when it is due, by {@link System#nanoTime}; without a rate, a number that no
         *     other element of the run has
         */
        T next(long start);
    }
}
