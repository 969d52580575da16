/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;

/**
 * Asks coordinators to say when everything up to a timestamp is decided, so that the stable
 * timestamp reaches it. A reader may be waiting for that, or memory that can be freed only then.
 *
 * <p>A question goes through the coordinator's close operator, and moves the coordinator's clock to
 * the highest timestamp seen here. Must not be used while anything is gathered for a close
 * operator. Confined to the mailbox thread.
 */
final class StableRequests {
    private final int participant;
    private final Outputs<?, ParticipantToClose> outputs;
    private final Progress progress;
    private final LowestValue priorities;

    /**
     * @param participant index of the participant that asks
     * @param priorities the priorities that this participant has heard of
     */
    StableRequests(
            int participant,
            Outputs<?, ParticipantToClose> outputs,
            Progress progress,
            LowestValue priorities) {
        this.participant = participant;
        this.outputs = outputs;
        this.progress = progress;
        this.priorities = priorities;
    }

    /**
     * Asks for a timestamp that a reader waits for. A timestamp in the future is not passed on to
     * the clocks: the reader waits until its time has come.
     */
    void awaitStable(long timestamp) {
        progress.seen(Math.min(timestamp, Timestamps.ofEpochMs(System.currentTimeMillis())));
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (progress.mustAsk(i, timestamp)) {
                ask(i, timestamp);
            }
        }
    }

    /**
     * Tells coordinators that are far behind the highest timestamp that was seen here, and asks
     * them to say when they have reached it.
     */
    void wakeLaggards() {
        for (int i = 0; i < outputs.parallelism(); i++) {
            if (progress.mustWake(i)) {
                ask(i, progress.highest());
            }
        }
    }

    /** Asks one coordinator. */
    void ask(int coordinator, long timestamp) {
        ParticipantToClose block = outputs.toClose(coordinator);
        block.from(participant, priorities.lowest(), progress.highest());
        block.awaitLow(timestamp);
        outputs.emitToClose(block);
    }
}
