/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.history;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * A transaction as its client saw it.
 *
 * @param name a positive number, by which anomalies call it
 * @param id its place in the order of entry
 * @param timestamp its place in the order of execution
 * @param committed whether it took effect
 * @param invokedAt when it was asked for, by any clock that all transactions share
 * @param completedAt when its outcome was known, by the same clock
 * @param steps what it did, in this order
 */
@PublicEvolving
public record ObservedTransaction(
        long name,
        long id,
        long timestamp,
        boolean committed,
        long invokedAt,
        long completedAt,
        List<Step> steps) {

    /** What a step does to its key. */
    @PublicEvolving
    public enum Kind {
        /** Puts a value at the end of a list. */
        APPEND,
        /** Replaces whatever was there by one value. */
        WRITE,
        /** Sees what is there, and changes nothing. */
        READ
    }

    /**
     * One step.
     *
     * @param kind what it does
     * @param key where it does it, of any class with equals
     * @param value what is written, unique for the key; 0 for a read
     * @param seen what a read saw; empty if nothing, or if unknown because the transaction aborted
     */
    @PublicEvolving
    public record Step(Kind kind, Object key, long value, List<Long> seen) {
        /** Puts a value at the end of a list. */
        public static Step append(Object key, long value) {
            return new Step(Kind.APPEND, key, value, List.of());
        }

        /** Replaces what is there. */
        public static Step write(Object key, long value) {
            return new Step(Kind.WRITE, key, value, List.of());
        }

        /** Saw the values of a list, or the only value of a register. */
        public static Step read(Object key, List<Long> seen) {
            return new Step(Kind.READ, key, 0, seen);
        }
    }

    @Override
    public String toString() {
        return "T" + name;
    }
}
