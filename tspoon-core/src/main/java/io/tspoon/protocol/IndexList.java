/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * A doubly linked list of small numbers, each at most once: links in columns, since links between
 * long-lived and short-lived objects cost the collector more than numbers do. Every call is O(1).
 */
final class IndexList {
    /** Instead of an index: there is none. */
    static final int NIL = -1;

    private final int[] previous;
    private final int[] next;
    private int first = NIL;
    private int last = NIL;

    /**
     * @param size indexes are smaller than this
     */
    IndexList(int size) {
        previous = new int[size];
        next = new int[size];
    }

    /** The first index; {@link #NIL} if the list is empty. */
    int first() {
        return first;
    }

    /** Appends an index that is not in the list. */
    void add(int index) {
        previous[index] = last;
        next[index] = NIL;
        if (last == NIL) {
            first = index;
        } else {
            next[last] = index;
        }
        last = index;
    }

    /** Removes an index that is in the list. */
    void remove(int index) {
        int before = previous[index];
        int after = next[index];
        if (before == NIL) {
            first = after;
        } else {
            next[before] = after;
        }
        if (after == NIL) {
            last = before;
        } else {
            previous[after] = before;
        }
    }
}
