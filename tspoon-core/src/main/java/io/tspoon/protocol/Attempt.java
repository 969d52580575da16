/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

/**
 * What the close operator has gathered of one attempt.
 *
 * @param <P> what the owner gathers for the result
 */
public final class Attempt<P> {
    private final int slot;
    private final P payload;
    private final long[] participants;
    private final long timestamp;
    long weight;
    Vote vote = Vote.COMMIT;

    Attempt(int slot, long timestamp, P payload, int participants) {
        this.slot = slot;
        this.timestamp = timestamp;
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
}
