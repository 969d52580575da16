/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.transport.Block;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fragments of one block in the order of their timestamps, taken one by one. */
final class FragmentRun<I> {
    private final List<I> elements;
    private final Block block;
    private final int[] rows;
    private int position;

    private FragmentRun(List<I> elements, Block block, int[] rows) {
        this.elements = elements;
        this.block = block;
        this.rows = rows;
    }

    /** Reads the fragments of a block that has some. */
    static <I> FragmentRun<I> read(Block block, TypeSerializer<I> serializer) throws IOException {
        int size = block.size();
        List<I> elements = new ArrayList<>(size);
        int[] rows = new int[size];
        boolean ascending = true;
        DataInputDeserializer payload = block.readPayload();
        for (int row = 0; row < size; row++) {
            elements.add(serializer.deserialize(payload));
            rows[row] = row;
            ascending &= row == 0 || block.timestamp(row - 1) <= block.timestamp(row);
        }
        block.checkConsumed();
        return new FragmentRun<>(elements, block, ascending ? rows : sorted(block));
    }

    /** Rows by timestamp; those of one attempt stay in their order. */
    private static int[] sorted(Block block) {
        Integer[] rows = new Integer[block.size()];
        Arrays.setAll(rows, row -> row);
        Arrays.sort(rows, (a, b) -> Long.compare(block.timestamp(a), block.timestamp(b)));
        return Arrays.stream(rows).mapToInt(Integer::intValue).toArray();
    }

    /** Whether there is a fragment left. */
    boolean hasNext() {
        return position < rows.length;
    }

    /** Timestamp of the next fragment. */
    long timestamp() {
        return block.timestamp(rows[position]);
    }

    int slot() {
        return block.slot(rows[position]);
    }

    long weight() {
        return block.weight(rows[position]);
    }

    /** The element of the next fragment, which is then behind. */
    I take() {
        return elements.get(rows[position++]);
    }
}
