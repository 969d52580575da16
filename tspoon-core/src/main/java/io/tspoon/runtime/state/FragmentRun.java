/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fragments of one block in timestamp order, added one by one.
 *
 * <p>An element is deserialized only when it is added. An object made on arrival would have left
 * the processor's caches by then, while the bytes are read one after the other.
 */
final class FragmentRun<I> {
    private final FragmentRows fragments;
    private final TypeSerializer<I> serializer;

    /** Null if the rows are already in order. */
    private final @Nullable Sorted<I> sorted;

    private int position;

    /** Row of the next fragment. */
    private int row;

    private long timestamp;

    private FragmentRun(
            FragmentRows fragments, TypeSerializer<I> serializer, @Nullable Sorted<I> sorted) {
        this.fragments = fragments;
        this.serializer = serializer;
        this.sorted = sorted;
        next();
    }

    /** Rows by timestamp; the rows of one attempt keep their order. */
    private record Sorted<I>(int[] rows, List<I> elements) {}

    /**
     * The fragments of a block, which must have at least one. They are released with the last one.
     */
    static <I> FragmentRun<I> of(FragmentRows fragments, TypeSerializer<I> serializer)
            throws IOException {
        return new FragmentRun<>(
                fragments,
                serializer,
                isAscending(fragments) ? null : sorted(fragments, serializer));
    }

    private static boolean isAscending(FragmentRows fragments) {
        for (int row = 1; row < fragments.size(); row++) {
            if (fragments.timestamp(row - 1) > fragments.timestamp(row)) {
                return false;
            }
        }
        return true;
    }

    private static <I> Sorted<I> sorted(FragmentRows fragments, TypeSerializer<I> serializer)
            throws IOException {
        Integer[] rows = new Integer[fragments.size()];
        Arrays.setAll(rows, row -> row);
        Arrays.sort(rows, (a, b) -> Long.compare(fragments.timestamp(a), fragments.timestamp(b)));
        DataInputDeserializer payload = fragments.readPayload();
        List<I> elements = new ArrayList<>(rows.length);
        for (int row = 0; row < rows.length; row++) {
            elements.add(serializer.deserialize(payload));
        }
        return new Sorted<>(Arrays.stream(rows).mapToInt(Integer::intValue).toArray(), elements);
    }

    boolean hasNext() {
        return position < fragments.size();
    }

    /** Timestamp of the next fragment. */
    long timestamp() {
        return timestamp;
    }

    /** Adds the next fragment and moves on. */
    void addTo(FragmentTaker<I> taker) throws Exception {
        I element =
                sorted == null
                        ? serializer.deserialize(fragments.readPayload())
                        : sorted.elements.get(row);
        taker.add(element, fragments, row);
        position++;
        if (hasNext()) {
            next();
        } else {
            fragments.checkConsumed();
            fragments.release();
        }
    }

    private void next() {
        row = sorted == null ? position : sorted.rows[position];
        timestamp = fragments.timestamp(row);
    }
}
