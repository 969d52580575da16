/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * A doubly linked list of small numbers, each at most once: links in one array, since links between
 * long-lived and short-lived objects cost the collector more than numbers do. Both links of an
 * index are neighbours, for they are needed together. Every call is O(1).
 */
final class IndexList {
    /** Instead of an index: there is none. */
    static final int NIL = -1;

    /** For each index the one before and the one after it. */
    private final int[] links;

    private int first = NIL;
    private int last = NIL;

    /**
     * @param size indexes are smaller than this
     */
    IndexList(int size) {
        links = new int[2 * size];
    }

    /** The first index; {@link #NIL} if the list is empty. */
    int first() {
        return first;
    }

    /** Appends an index that is not in the list. */
    void add(int index) {
        links[2 * index] = last;
        links[2 * index + 1] = NIL;
        if (last == NIL) {
            first = index;
        } else {
            links[2 * last + 1] = index;
        }
        last = index;
    }

    /** Removes an index that is in the list. */
    void remove(int index) {
        int before = links[2 * index];
        int after = links[2 * index + 1];
        if (before == NIL) {
            first = after;
        } else {
            links[2 * before + 1] = after;
        }
        if (after == NIL) {
            last = before;
        } else {
            links[2 * after] = before;
        }
    }
}
