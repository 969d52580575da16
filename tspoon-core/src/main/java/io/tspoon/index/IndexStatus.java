/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.index;

import org.apache.flink.annotation.Internal;

/**
 * How an index of an instance is.
 *
 * @param name of the index
 * @param pointer what it is about
 * @param phase whether it serves
 * @param entries how many it has
 * @param bytes about how much memory they take
 */
@Internal
public record IndexStatus(String name, String pointer, Phase phase, long entries, long bytes) {
    /** Whether an index serves. */
    public enum Phase {
        /** It does not have all entries yet. */
        BUILDING,
        READY,
        /** It is gone until the instance starts anew. */
        DROPPED
    }

    /** The same index of several instances: it is as it is where it is worst. */
    public IndexStatus with(IndexStatus other) {
        Phase worst = phase == Phase.DROPPED || other.phase == Phase.READY ? phase : other.phase;
        return new IndexStatus(name, pointer, worst, entries + other.entries, bytes + other.bytes);
    }

    /** The same if it must not be asked. */
    public IndexStatus dropped() {
        return new IndexStatus(name, pointer, Phase.DROPPED, entries, bytes);
    }
}
