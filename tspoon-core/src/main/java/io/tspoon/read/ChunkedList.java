/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list for very many elements, which only grows. Elements are kept in small arrays, because a
 * single array of a million references would be too large for a garbage collector to move, and each
 * write to it would be work for the collector, too.
 *
 * @param <E> element type
 */
@Internal
public final class ChunkedList<E> extends AbstractList<E> implements RandomAccess {
    private static final int BITS = 12;

    /** Elements of a chunk; its size in bytes is far below half of the smallest region of G1. */
    public static final int CHUNK = 1 << BITS;

    private static final int FIRST = 16;

    private final List<Object[]> chunks = new ArrayList<>();
    private int size;

    @Override
    public boolean add(E element) {
        int chunk = size >>> BITS;
        int place = size & (CHUNK - 1);
        if (chunk == chunks.size()) {
            chunks.add(new Object[chunk == 0 ? FIRST : CHUNK]);
        }
        Object[] elements = chunks.get(chunk);
        if (place == elements.length) {
            elements = Arrays.copyOf(elements, 2 * elements.length);
            chunks.set(chunk, elements);
        }
        elements[place] = element;
        size++;
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // only elements are added
    public E get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        return (E) chunks.get(index >>> BITS)[index & (CHUNK - 1)];
    }

    @Override
    public int size() {
        return size;
    }
}
