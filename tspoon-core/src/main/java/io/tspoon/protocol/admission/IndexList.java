/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.admission;

/**
 * A doubly linked list of small numbers without duplicates. Every call is O(1).
 *
 * <p>The links are numbers in one array, because references between long-lived and short-lived
 * objects cost the garbage collector more. Both links of an index are neighbours in the array, as
 * they are needed together.
 */
final class IndexList {
    /** Instead of an index: there is none. */
    static final int NIL = -1;

    /** For each index: the previous index, then the next one. */
    private final int[] links;

    private int first = NIL;
    private int last = NIL;

    /**
     * @param size bound of the indexes, exclusive
     */
    IndexList(int size) {
        links = new int[2 * size];
    }

    /** The first index; {@link #NIL} if the list is empty. */
    int first() {
        return first;
    }

    /** Appends an index, which must not be in the list. */
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

    /** Removes an index, which must be in the list. */
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
