/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

/**
 * Elements that their number makes, from 0. Subtasks take them in turn, so all together have each
 * number once.
 *
 * @param <T> type of the elements
 */
public final class Numbered<T> implements Elements.Generator<T> {
    private final long limit;
    private final int subtask;
    private final int subtasks;
    private final Maker<T> maker;
    private long generated;

    /**
     * @param limit elements of all subtasks; 0 for endless
     */
    public Numbered(long limit, int subtask, int subtasks, Maker<T> maker) {
        this.limit = limit;
        this.subtask = subtask;
        this.subtasks = subtasks;
        this.maker = maker;
    }

    /**
     * Makes an element.
     *
     * @param <T> type of the elements
     */
    @FunctionalInterface
    public interface Maker<T> {
        /**
         * The element of a number.
         *
         * @param start as {@link Elements.Generator#next} has it
         */
        T make(long number, long start);
    }

    @Override
    public boolean hasNext() {
        return limit == 0 || number() < limit;
    }

    @Override
    public long generated() {
        return generated;
    }

    @Override
    public T next(long start) {
        T element = maker.make(number(), start);
        generated++;
        return element;
    }

    private long number() {
        return generated * subtasks + subtask;
    }
}
