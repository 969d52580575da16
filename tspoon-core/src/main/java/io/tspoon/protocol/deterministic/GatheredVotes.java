/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;

import org.apache.flink.annotation.Internal;

/**
 * What a coordinator has gathered of one of its transactions.
 *
 * <p>A transaction is <em>decided</em> once the horizon has passed it, or before that, once its
 * votes are certain and whole, or one is certain and against it. It is <em>complete</em>, and its
 * result may leave, once it is decided and all of its accesses are reported. Decided must not wait
 * for complete: the reports of accesses that are not certain come when all coordinators have told
 * that everything up to them is decided.
 */
@Internal
public final class GatheredVotes {
    /** The weight of a whole transaction. */
    private static final long WHOLE = 1L << 62;

    private final long id;
    private long weight;
    private boolean fails;
    private boolean decided;
    private boolean aborted;

    /**
     * @param id of the transaction
     */
    public GatheredVotes(long id) {
        this.id = id;
    }

    public long id() {
        return id;
    }

    /**
     * An access is reported whose value and vote cannot change any more.
     *
     * @return whether this decides the transaction
     */
    public boolean certain(long share, boolean against) {
        addWeight(share);
        fails |= against;
        if (decided || !(fails || isWhole())) {
            aborted |= decided && against;
            return false;
        }
        decided = true;
        aborted = fails;
        return true;
    }

    /** An access is reported that has waited until its transaction was over. */
    public void settled(long share, boolean ofAborted) {
        if (!decided) {
            throw new ProtocolException(
                    "[TSP-2521] Cannot report access: its transaction is not decided, transaction="
                            + id);
        }
        addWeight(share);
        aborted |= ofAborted;
    }

    /**
     * The horizon has passed the transaction.
     *
     * @param ofAborted whether a participant has objected for good
     * @return whether this decides the transaction
     */
    public boolean passedByHorizon(boolean ofAborted) {
        if (decided) {
            if (ofAborted && !aborted) {
                throw new ProtocolException(
                        "[TSP-2522] Cannot abort transaction: it is committed, transaction=" + id);
            }
            return false;
        }
        decided = true;
        aborted = ofAborted;
        return true;
    }

    private void addWeight(long share) {
        weight += share;
        if (weight < 0 || weight > WHOLE) {
            throw new ProtocolException(
                    "[TSP-2523] Cannot report access: there are too many reports, transaction="
                            + id);
        }
    }

    private boolean isWhole() {
        return weight == WHOLE;
    }

    public boolean isDecided() {
        return decided;
    }

    /** Whether the result may leave. */
    public boolean isComplete() {
        return decided && isWhole();
    }

    /**
     * Whether the transaction has aborted; known once it is complete. If it is at one participant,
     * nobody but its reports may say so.
     */
    public boolean isAborted() {
        return aborted;
    }
}
