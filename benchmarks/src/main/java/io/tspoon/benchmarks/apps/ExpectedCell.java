/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What a record must be after accesses in any order, as far as the order does not matter. No figure
 * is ever negative.
 */
final class ExpectedCell {
    private final byte[] rest;
    private long x;
    private long y;

    /** What the first figure may be, where the last one who writes it decides. */
    private final BitSet written = new BitSet();

    ExpectedCell(Cell initial) {
        x = initial.x();
        y = initial.y();
        rest = initial.rest().clone();
    }

    void add(long toX, long toY) {
        x += toX;
        y += toY;
    }

    /** Somebody writes the first figure. */
    void write(int figure) {
        written.set(figure);
    }

    /** Somebody sets a bit of the rest; the first figure is their number. */
    void setBit(int index) {
        int bit = 1 << (index % Byte.SIZE);
        if ((rest[index / Byte.SIZE] & bit) == 0) {
            rest[index / Byte.SIZE] |= (byte) bit;
            x++;
        }
    }

    boolean allows(Cell cell) {
        return cell.x() >= 0
                && cell.y() >= 0
                && (written.isEmpty() ? cell.x() == x : written.get((int) cell.x()))
                && cell.y() == y
                && Arrays.equals(cell.rest(), rest);
    }

    @Override
    public String toString() {
        return "[" + (written.isEmpty() ? x : written) + ", " + y + "]";
    }
}
