/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Timestamps;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.Outputs;

/**
 * Asks coordinators to say when everything up to a timestamp is decided, so that the stable
 * timestamp gets there: because a reader waits for it, or because memory does.
 *
 * <p>A question goes by way of the coordinator's close operator, and moves its clock to what was
 * seen here. Must not be used while anything is gathered for a close operator. Confined to the
 * mailbox thread.
 */
final class StableRequests {
    private final int participant;
    private final Outputs outputs;
    private final Progress progress;
    private final LowestValue priorities;

    /**
     * @param participant who asks
     * @param priorities what this participant knows of those who ask for priority
     */
    StableRequests(int participant, Outputs outputs, Progress progress, LowestValue priorities) {
        this.participant = participant;
        this.outputs = outputs;
        this.progress = progress;
        this.priorities = priorities;
    }

    /** Who waits for what lies ahead waits until it is there: readers do not move the clocks. */
    void awaitStable(long timestamp) {
        progress.seen(Math.min(timestamp, Timestamps.ofEpochMs(System.currentTimeMillis())));
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (progress.mustAsk(i, timestamp)) {
                ask(i, timestamp);
            }
        }
    }

    /** Tells coordinators that are far behind what was seen here, and asks when they are there. */
    void wakeLaggards() {
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (progress.mustWake(i)) {
                ask(i, progress.highest());
            }
        }
    }

    private void ask(int coordinator, long timestamp) {
        Block block = outputs.toClose(coordinator);
        block.fromParticipant(participant, priorities.lowest(), progress.highest());
        block.awaitLow(timestamp);
        outputs.emitToClose(block);
    }
}
