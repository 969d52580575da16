/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.protocol.regime.Isolation;
import io.tspoon.runtime.transport.FragmentRows;

import org.apache.flink.annotation.Internal;

/**
 * By slot: which participants a transaction in flight has, if it may have to be told to assume
 * something else than a commit. Confined to one thread.
 */
@Internal
public final class DeclaredParts {
    private final int participants;
    private final int words;

    /** Some words of bits for each slot. */
    private final long[] bits;

    /**
     * @param slots number of slots of the coordinator
     * @param participants number of participants of the t-graph
     */
    DeclaredParts(int slots, int participants) {
        if (participants > FragmentRows.maxInstances()) {
            throw new IllegalArgumentException(
                    "[TSP-2112] Cannot execute in chains: there are too many participants, count="
                            + participants
                            + ", most="
                            + FragmentRows.maxInstances()
                            + ". Use a lower parallelism, fewer stateful operators, or another"
                            + " concurrency control.");
        }
        this.participants = participants;
        this.words = (participants + Long.SIZE - 1) / Long.SIZE;
        this.bits = new long[slots * words];
    }

    /** What a coordinator needs, if anything. */
    public static DeclaredParts of(Isolation isolation, int slots, int participants) {
        return isolation.execution(
                new ExecutionWays<>() {
                    @Override
                    public DeclaredParts inAttempts(AttemptIsolation ofAttempts) {
                        return new DeclaredParts(0, 0);
                    }

                    @Override
                    public DeclaredParts inChains() {
                        return new DeclaredParts(slots, participants);
                    }
                });
    }

    void clear(int slot) {
        for (int i = slot * words; i < (slot + 1) * words; i++) {
            bits[i] = 0;
        }
    }

    /** Adds a participant; gives whether it is a new one. */
    boolean add(int slot, int participant) {
        int at = slot * words + (participant >>> 6);
        long bit = 1L << participant;
        boolean isNew = (bits[at] & bit) == 0;
        bits[at] |= bit;
        return isNew;
    }

    /** The next participant from a number on; negative if there is none. */
    public int next(int slot, int from) {
        for (int participant = from; participant < participants; participant++) {
            if ((bits[slot * words + (participant >>> 6)] >>> participant & 1) != 0) {
                return participant;
            }
        }
        return -1;
    }
}
