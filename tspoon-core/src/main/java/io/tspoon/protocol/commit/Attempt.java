/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Vote;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What the close operator has gathered of one attempt.
 *
 * @param <P> what the owner gathers for the result
 */
@Internal
public final class Attempt<P> {
    private final P payload;
    private int slot;

    /** Participants 0 to 63 as bits; the others are in {@link #moreParticipants}. */
    private long participants;

    private final long @Nullable [] moreParticipants;
    private long timestamp;
    long weight;

    /** Null as long as all shares are of level 0, which is almost always. */
    private @Nullable FineShares fineShares;

    Vote vote = Vote.COMMIT;

    /** Whether its functions in open wait for values that its fragments bring. */
    private boolean awaitsFunction;

    /** Null until the attempt is decided. */
    @Nullable Decision decision;

    /** The number of undecided attempts that this one depends on. */
    int undecidedSources;

    /** Attempts that depend on this one because they have seen a tentative version of it. */
    private @Nullable List<Attempt<P>> dependents;

    Attempt(P payload, int participants) {
        this.payload = payload;
        this.moreParticipants = participants <= 64 ? null : new long[(participants - 1) >>> 6];
    }

    /**
     * Begins an attempt in this object. Everything from an earlier attempt is reset except the
     * payload.
     */
    void begin(int inSlot, long atTimestamp) {
        slot = inSlot;
        timestamp = atTimestamp;
        participants = 0;
        if (moreParticipants != null) {
            Arrays.fill(moreParticipants, 0);
        }
        weight = 0;
        if (fineShares != null) {
            fineShares = null;
        }
        vote = Vote.COMMIT;
        awaitsFunction = false;
        decision = null;
        undecidedSources = 0;
        dependents = null;
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

    /** Adds the share of one fragment. */
    public void addWeight(long share) {
        if (share < 0) {
            addFine(share);
        } else {
            weight += share;
        }
    }

    private void addFine(long share) {
        if (fineShares == null) {
            fineShares = new FineShares();
        }
        weight += fineShares.add(share);
    }

    /** Whether what has arrived can only be wrong. */
    boolean isOverweight() {
        return weight > Weight.WHOLE || weight < 0 || (weight == 0 && fineShares == null);
    }

    /** Adds the vote of one fragment. */
    public void vote(Vote added) {
        vote = Vote.strongest(vote, added);
    }

    /**
     * A fragment has brought a value that a function in open waits for. Unless somebody votes
     * against the attempt, all of its weight comes twice.
     */
    public void awaitFunction() {
        awaitsFunction = true;
    }

    /** Whether it goes on with a function instead of being decided when all of it has come. */
    boolean awaitsFunction() {
        return awaitsFunction && vote == Vote.COMMIT;
    }

    /** Its function is called next, and what that does comes with all of its weight again. */
    void beginSecondPass() {
        awaitsFunction = false;
        weight = 0;
        fineShares = null;
    }

    /** Adds a participant that holds something for the attempt and must learn the decision. */
    public void addParticipant(int participant) {
        if (participant < 64) {
            participants |= 1L << participant;
        } else {
            Objects.requireNonNull(moreParticipants)[(participant >>> 6) - 1] |= 1L << participant;
        }
    }

    void addDependent(Attempt<P> dependent) {
        if (dependents == null) {
            dependents = new ArrayList<>(2);
        }
        dependents.add(dependent);
    }

    List<Attempt<P>> dependents() {
        return dependents == null ? List.of() : dependents;
    }

    /** Whether everything that could change the decision is known. */
    boolean isReady() {
        return decision == null
                && weight == Weight.WHOLE
                && (undecidedSources == 0 || vote == Vote.RETRY);
    }

    /** Whether any participant must learn the decision. */
    boolean hasParticipants() {
        if (participants != 0) {
            return true;
        }
        if (moreParticipants != null) {
            for (long word : moreParticipants) {
                if (word != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Participants {@code 64 * word} to {@code 64 * word + 63} as bits. */
    long participants(int word) {
        return word == 0 ? participants : Objects.requireNonNull(moreParticipants)[word - 1];
    }
}
