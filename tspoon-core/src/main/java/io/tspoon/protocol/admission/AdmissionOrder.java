/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

/**
 * The transactions in flight, in the order of their admission.
 *
 * <p>The caller must not add more transactions than there is capacity for, and must remove each
 * place once only. Confined to the thread of the window; every call is O(1).
 */
final class AdmissionOrder {
    private final IndexList inOrder;

    /** For each place: the number of its transaction, then the time of its admission. */
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
     * Adds the most recently admitted transaction.
     *
     * @return its place in this order
     */
    int add(long number, long admittedNanos) {
        int place = free[--freeCount];
        admissions[2 * place] = number;
        admissions[2 * place + 1] = admittedNanos;
        inOrder.add(place);
        return place;
    }

    void remove(int place) {
        inOrder.remove(place);
        free[freeCount++] = place;
    }

    long number(int place) {
        return admissions[2 * place];
    }

    /** When the transaction in a place was admitted. */
    long nanos(int place) {
        return admissions[2 * place + 1];
    }

    /** The number of the transaction admitted first; {@link Long#MAX_VALUE} if there is none. */
    long firstNumber() {
        int first = inOrder.first();
        return first == IndexList.NIL ? Long.MAX_VALUE : number(first);
    }

    /** When that transaction was admitted; 0 if there is none. */
    long firstNanos() {
        int first = inOrder.first();
        return first == IndexList.NIL ? 0 : nanos(first);
    }
}
