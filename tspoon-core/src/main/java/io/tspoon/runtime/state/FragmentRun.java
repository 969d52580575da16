/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.Block;

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
    private final Block block;
    private final TypeSerializer<I> serializer;

    /** Null if the rows are already in order. */
    private final @Nullable Sorted<I> sorted;

    private int position;

    /** Row of the next fragment. */
    private int row;

    private long timestamp;

    private FragmentRun(Block block, TypeSerializer<I> serializer, @Nullable Sorted<I> sorted) {
        this.block = block;
        this.serializer = serializer;
        this.sorted = sorted;
        next();
    }

    /** Rows by timestamp; the rows of one attempt keep their order. */
    private record Sorted<I>(int[] rows, List<I> elements) {}

    /**
     * The fragments of a block, which must have at least one. The block is released with the last
     * one.
     */
    static <I> FragmentRun<I> of(Block block, TypeSerializer<I> serializer) throws IOException {
        return new FragmentRun<>(
                block, serializer, isAscending(block) ? null : sorted(block, serializer));
    }

    private static boolean isAscending(Block block) {
        for (int row = 1; row < block.size(); row++) {
            if (block.timestamp(row - 1) > block.timestamp(row)) {
                return false;
            }
        }
        return true;
    }

    private static <I> Sorted<I> sorted(Block block, TypeSerializer<I> serializer)
            throws IOException {
        Integer[] rows = new Integer[block.size()];
        Arrays.setAll(rows, row -> row);
        Arrays.sort(rows, (a, b) -> Long.compare(block.timestamp(a), block.timestamp(b)));
        DataInputDeserializer payload = block.readPayload();
        List<I> elements = new ArrayList<>(rows.length);
        for (int row = 0; row < rows.length; row++) {
            elements.add(serializer.deserialize(payload));
        }
        return new Sorted<>(Arrays.stream(rows).mapToInt(Integer::intValue).toArray(), elements);
    }

    boolean hasNext() {
        return position < block.size();
    }

    /** Timestamp of the next fragment. */
    long timestamp() {
        return timestamp;
    }

    /** Adds the next fragment and moves on. */
    void addTo(FragmentProcessor<I, ?, ?, ?> processor) throws Exception {
        I element =
                sorted == null
                        ? serializer.deserialize(block.readPayload())
                        : sorted.elements.get(row);
        processor.add(element, block, row);
        position++;
        if (hasNext()) {
            next();
        } else {
            block.checkConsumed();
            block.release();
        }
    }

    private void next() {
        row = sorted == null ? position : sorted.rows[position];
        timestamp = block.timestamp(row);
    }
}
