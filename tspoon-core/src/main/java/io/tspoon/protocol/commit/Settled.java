/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What follows from what a {@link CommitCoordinator} has gathered: what is to be logged, what open
 * is to be told, and which results leave. Valid until the coordinator settles again, which then
 * uses the same object. Confined to one thread.
 *
 * @param <R> result of an attempt
 */
@Internal
public final class Settled<R> {
    private @Nullable DecisionBatch decisions;
    private @Nullable Completions<R> toLog;
    private @Nullable DecisionBatch awaited;
    private int[] slots = new int[16];
    private int slotCount;

    /** By result: the slot of its attempt. */
    private int[] resultSlots = new int[16];

    private int commits;
    private int aborts;

    /**
     * A new list for each time that there are results, because a store into an old object costs a
     * fence.
     */
    private List<R> results = new ArrayList<>();

    Settled() {}

    // ------------------------------------------------------------------ to be logged

    /**
     * The attempts that were decided, in the order of their decisions, if outcomes are logged. Once
     * they are, {@link DecisionBatch#awaitLog} must be told; until then nothing of them is
     * completed. Only if there are {@link #decisions}.
     */
    public Completions<R> toLog() {
        Completions<R> decided = toLog;
        if (decided == null) {
            throw new IllegalStateException("[TSP-2517] Cannot log decisions: there are none");
        }
        return decided;
    }

    /**
     * The ticket for which everything waits now; 0 if it waits for none. To be asked when the
     * decisions are logged.
     */
    public long awaitedTicket() {
        return awaited == null ? 0 : awaited.ticket();
    }

    // ------------------------------------------------------------------ to be sent

    /**
     * The decisions, to be sent to the participants; null if there are none. With a log the batch
     * may be empty but must be waited for nevertheless: all attempts decided meanwhile are logged
     * with it, including those whose decision no participant has to learn.
     */
    public @Nullable DecisionBatch decisions() {
        return decisions;
    }

    public boolean hasSlots() {
        return slotCount > 0;
    }

    /** The slots of the attempts that are over, in an array of its own. */
    public int[] slots() {
        return Arrays.copyOf(slots, slotCount);
    }

    // ------------------------------------------------------------------ to be emitted

    /** The number of transactions that are committed. */
    public int commits() {
        return commits;
    }

    /** The number of transactions that are aborted for good. */
    public int aborts() {
        return aborts;
    }

    /**
     * The slots of the attempts whose results these are, in the same order; there may be more
     * behind. To be used before anybody learns that they are over.
     */
    public int[] resultSlots() {
        return resultSlots;
    }

    /** Removes and returns the results of attempts that are over, in their order. */
    public List<R> takeResults() {
        List<R> taken = results;
        if (!taken.isEmpty()) {
            results = new ArrayList<>(taken.size());
        }
        return taken;
    }

    // ------------------------------------------------------------------ for the coordinator

    void begin() {
        decisions = null;
        toLog = null;
        awaited = null;
        slotCount = 0;
        commits = 0;
        aborts = 0;
        takeResults();
    }

    void decided(DecisionBatch batch, Completions<R> completions) {
        decisions = batch;
        toLog = completions;
    }

    /** Nothing more is completed before this batch is durable. */
    void awaits(DecisionBatch batch) {
        awaited = batch;
    }

    /** An attempt is over. */
    void completed(int slot, Decision decision, @Nullable R result) {
        if (slotCount == slots.length) {
            slots = Arrays.copyOf(slots, slotCount * 2);
        }
        slots[slotCount++] = slot;
        if (decision == Decision.COMMIT) {
            commits++;
        } else if (decision == Decision.ABORT) {
            aborts++;
        }
        if (result != null) {
            if (results.size() == resultSlots.length) {
                resultSlots = Arrays.copyOf(resultSlots, resultSlots.length * 2);
            }
            resultSlots[results.size()] = slot;
            results.add(result);
        }
    }
}
