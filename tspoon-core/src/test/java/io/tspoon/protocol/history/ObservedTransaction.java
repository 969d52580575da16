/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.history;

import java.util.List;

/**
 * A transaction as its client saw it.
 *
 * @param name a positive number, by which anomalies call it
 * @param id its place in the order of entry
 * @param timestamp its place in the order of execution
 * @param invokedAt when it was asked for
 * @param completedAt when its outcome was known
 */
public record ObservedTransaction(
        long name,
        long id,
        long timestamp,
        boolean committed,
        long invokedAt,
        long completedAt,
        List<Step> steps) {

    /** What a step does to its key. */
    public enum Kind {
        /** Puts a value at the end of a list. */
        APPEND,
        /** Replaces whatever was there by one value. */
        WRITE,
        READ
    }

    /**
     * One step.
     *
     * @param value what is written, unique for the key; 0 for a read
     * @param seen what a read saw; empty if nothing, or if unknown because the transaction aborted
     */
    public record Step(Kind kind, Object key, long value, List<Long> seen) {
        public static Step append(Object key, long value) {
            return new Step(Kind.APPEND, key, value, List.of());
        }

        public static Step write(Object key, long value) {
            return new Step(Kind.WRITE, key, value, List.of());
        }

        public static Step read(Object key, List<Long> seen) {
            return new Step(Kind.READ, key, 0, seen);
        }
    }

    @Override
    public String toString() {
        return "T" + name;
    }
}
