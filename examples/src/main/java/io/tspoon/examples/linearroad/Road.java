/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

/** One side of an expressway; all of its vehicles go in the same direction. */
public record Road(int expressway, int direction) {
    static final int EAST = 0;
    static final int WEST = 1;
    static final int SEGMENTS = 100;
    static final int SEGMENT_FEET = 5_280;

    /** The segment that comes so many after one; it may lie beyond the end of the road. */
    int ahead(int segment, int count) {
        return direction == EAST ? segment + count : segment - count;
    }
}
