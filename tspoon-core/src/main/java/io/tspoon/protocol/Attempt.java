/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import java.util.Arrays;

/**
 * What the close operator has gathered of one attempt. Instances are reused slot by slot.
 *
 * @param <P> what the owner gathers for the result
 */
public final class Attempt<P> {
    private final int slot;
    private final P payload;
    private final long[] participants;
    long timestamp = Timestamps.NONE;
    long weight;
    Vote vote = Vote.COMMIT;

    Attempt(int slot, P payload, int participants) {
        this.slot = slot;
        this.payload = payload;
        this.participants = new long[(participants + 63) >>> 6];
    }

    public int slot() {
        return slot;
    }

    public long timestamp() {
        return timestamp;
    }

    public P payload() {
        return payload;
    }

    /** Adds the vote of one fragment; retry wins over abort, abort over commit. */
    public void vote(Vote added) {
        if (added.ordinal() > vote.ordinal()) {
            vote = added;
        }
    }

    /** The participant holds something for the attempt and must hear of the decision. */
    public void addParticipant(int participant) {
        participants[participant >>> 6] |= 1L << participant;
    }

    long[] participants() {
        return participants;
    }

    void begin(long newTimestamp) {
        timestamp = newTimestamp;
        weight = 0;
        vote = Vote.COMMIT;
        Arrays.fill(participants, 0L);
    }

    void end() {
        timestamp = Timestamps.NONE;
    }
}
