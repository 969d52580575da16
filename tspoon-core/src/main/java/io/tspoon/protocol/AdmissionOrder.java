/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * Transactions in flight in the order of their admission.
 *
 * <p>The caller sees to it that no more are added than there is room for, and that places are
 * removed once. Confined to the thread of the window; every call is O(1).
 */
final class AdmissionOrder {
    private final IndexList inOrder;

    /** For each place the number of its transaction, and when that was admitted. */
    private final long[] admissions;

    private final int[] free;
    private int freeCount;

    /**
     * @param capacity highest number of transactions in flight
     */
    AdmissionOrder(int capacity) {
        inOrder = new IndexList(capacity);
        admissions = new long[2 * capacity];
        free = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            free[i] = capacity - 1 - i;
        }
        freeCount = capacity;
    }

    /**
     * Adds the transaction that was admitted last.
     *
     * @return its place here
     */
    int add(long number, long admittedNanos) {
        int place = free[--freeCount];
        admissions[2 * place] = number;
        admissions[2 * place + 1] = admittedNanos;
        inOrder.add(place);
        return place;
    }

    /** Removes the transaction in a place. */
    void remove(int place) {
        inOrder.remove(place);
        free[freeCount++] = place;
    }

    /** Number of the transaction in a place. */
    long number(int place) {
        return admissions[2 * place];
    }

    /** When the transaction in a place was admitted. */
    long nanos(int place) {
        return admissions[2 * place + 1];
    }

    /** Number of the first transaction; {@link Long#MAX_VALUE} if there is none. */
    long firstNumber() {
        int first = inOrder.first();
        return first == IndexList.NIL ? Long.MAX_VALUE : number(first);
    }

    /** When the first transaction was admitted; 0 if there is none. */
    long firstNanos() {
        int first = inOrder.first();
        return first == IndexList.NIL ? 0 : nanos(first);
    }
}
