/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The transactions of one participant that are not settled, in the order of ids, and a mark for
 * each that must be judged again.
 *
 * <p>They begin in that order and are settled in that order, so an array serves as a ring, an id is
 * found by bisection, and the lowest marked one by looking at 64 marks at a time.
 */
final class TransactionRing<K, V, A> {
    private static final int MIN_CAPACITY = Long.SIZE;

    /** The number of stores after which the array is copied, so that it stays young (ADR 0007). */
    private static final int RENEWAL = 4096;

    private @Nullable JudgedTransaction<K, V, A>[] places = places(MIN_CAPACITY);
    private int stores;
    private long[] marks = new long[1];
    private int marked;

    /** No marked one is before this position. */
    private long lowestMarked;

    private long head;
    private long tail;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <K, V, A> @Nullable JudgedTransaction<K, V, A>[] places(int capacity) {
        return new JudgedTransaction[capacity];
    }

    boolean isEmpty() {
        return head == tail;
    }

    int size() {
        return (int) (tail - head);
    }

    /** Adds a transaction, whose id is higher than all others. */
    JudgedTransaction<K, V, A> add(long id, int coordinator, int slot, int instances) {
        if (size() == places.length) {
            grow();
        }
        if (++stores >= RENEWAL && stores >= places.length) {
            stores = 0;
            places = places.clone();
        }
        JudgedTransaction<K, V, A> added =
                new JudgedTransaction<>(id, coordinator, slot, instances, tail);
        places[(int) tail++ & places.length - 1] = added;
        return added;
    }

    private void grow() {
        @Nullable JudgedTransaction<K, V, A>[] old = places;
        long[] oldMarks = marks;
        places = places(2 * old.length);
        marks = new long[2 * oldMarks.length];
        for (long position = head; position < tail; position++) {
            int from = (int) position & old.length - 1;
            places[(int) position & places.length - 1] = old[from];
            if ((oldMarks[from >>> 6] >>> from & 1) != 0) {
                int to = (int) position & places.length - 1;
                marks[to >>> 6] |= 1L << to;
            }
        }
    }

    private JudgedTransaction<K, V, A> at(long position) {
        return Objects.requireNonNull(places[(int) position & places.length - 1]);
    }

    /**
     * Loads the keys of the first transactions into the cache ({@link io.tspoon.protocol}), as far
     * as their first accesses go.
     */
    long prefetch(int transactions) {
        long touched = 0;
        long end = Math.min(tail, head + transactions);
        for (long position = head; position < end; position++) {
            ChainEntry<K, V, A> first = at(position).first;
            touched += first == null ? 0 : first.chain.prefetch();
        }
        return touched;
    }

    /** The transaction with the lowest id; there must be one. */
    JudgedTransaction<K, V, A> head() {
        return at(head);
    }

    /** Removes the transaction with the lowest id, which must not be marked. */
    void removeHead() {
        places[(int) head & places.length - 1] = null;
        head++;
    }

    /** The transaction with this id; null if it is not here. */
    @Nullable JudgedTransaction<K, V, A> find(long id) {
        long low = head;
        long high = tail - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            JudgedTransaction<K, V, A> found = at(middle);
            if (found.id == id) {
                return found;
            }
            if (found.id < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** Marks a transaction as one that must be judged again. */
    void mark(JudgedTransaction<K, V, A> transaction) {
        int place = (int) transaction.position & places.length - 1;
        long bit = 1L << place;
        if ((marks[place >>> 6] & bit) == 0) {
            marks[place >>> 6] |= bit;
            if (marked++ == 0 || transaction.position < lowestMarked) {
                lowestMarked = transaction.position;
            }
        }
    }

    void unmark(JudgedTransaction<K, V, A> transaction) {
        int place = (int) transaction.position & places.length - 1;
        long bit = 1L << place;
        if ((marks[place >>> 6] & bit) != 0) {
            marks[place >>> 6] &= ~bit;
            marked--;
        }
    }

    /** The marked transaction with the lowest id; null if none is marked. */
    @Nullable JudgedTransaction<K, V, A> firstMarked() {
        if (marked == 0) {
            return null;
        }
        long position = Math.max(lowestMarked, head);
        while (true) {
            int place = (int) position & places.length - 1;
            long rest = marks[place >>> 6] >>> place;
            if (rest != 0) {
                position += Long.numberOfTrailingZeros(rest);
                lowestMarked = position;
                return at(position);
            }
            position += Long.SIZE - (place & Long.SIZE - 1);
        }
    }

    /** The first transaction with an access that throws an exception; there must be one. */
    JudgedTransaction<K, V, A> firstThrowing() {
        long position = head;
        while (at(position).throwing == 0) {
            position++;
        }
        return at(position);
    }
}
