/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Arrays;

/**
 * Which element of its batch the fragments of a block come from, by row. Without batches all
 * numbers are 0, and nothing is kept or sent. Confined to one thread.
 */
final class ElementNumbers {
    private static final int[] NONE = {};

    /** Of the rows before {@link #known}; those of all others are 0. */
    private int[] numbers = NONE;

    private int known;

    /** Sets the number of a row; those of the rows before it are set, or stay 0. */
    void set(int row, int number) {
        if (number == 0 && row >= known) {
            return;
        }
        if (row >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(16, Math.max(row + 1, numbers.length * 2)));
        }
        if (row > known) {
            Arrays.fill(numbers, known, row, 0);
        }
        numbers[row] = number;
        known = Math.max(known, row + 1);
    }

    int get(int row) {
        return row < known ? numbers[row] : 0;
    }

    /** Forgets the number of the last row, which is removed. */
    void removeLast(int row) {
        known = Math.min(known, row);
    }

    void clear() {
        known = 0;
    }

    boolean isEmpty() {
        return known == 0;
    }

    void write(DataOutputView out, int rows) throws IOException {
        for (int row = 0; row < rows; row++) {
            out.writeInt(get(row));
        }
    }

    /** Reads what {@link #write} wrote. */
    void read(DataInputView in, int rows) throws IOException {
        clear();
        for (int row = 0; row < rows; row++) {
            set(row, in.readInt());
        }
    }
}
