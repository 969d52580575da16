/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;

/**
 * What a coordinator of the simulation has gathered of one of its transactions; that of a job ends
 * transactions when all is reported.
 *
 * <p>A transaction is <em>decided</em> once the horizon has passed it, or before that, once its
 * votes are certain and whole, or one is certain and against it. It is <em>complete</em>, and its
 * result may leave, once it is decided and all of its accesses are reported. Decided must not wait
 * for complete: the reports of accesses that are not certain come when all coordinators have told
 * that everything up to them is decided.
 */
final class GatheredVotes {
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
    GatheredVotes(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /**
     * An access is reported whose value and vote cannot change any more.
     *
     * @return whether this decides the transaction
     */
    boolean certain(long share, boolean against) {
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
    void settled(long share, boolean ofAborted) {
        if (!decided) {
            throw new ProtocolException(
                    "Cannot report access: its transaction is not decided, transaction=" + id);
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
    boolean passedByHorizon(boolean ofAborted) {
        if (decided) {
            if (ofAborted && !aborted) {
                throw new ProtocolException(
                        "Cannot abort transaction: it is committed, transaction=" + id);
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
                    "Cannot report access: there are too many reports, transaction=" + id);
        }
    }

    private boolean isWhole() {
        return weight == WHOLE;
    }

    boolean isDecided() {
        return decided;
    }

    /** Whether the result may leave. */
    boolean isComplete() {
        return decided && isWhole();
    }

    /**
     * Whether the transaction has aborted; known once it is complete. If it is at one participant,
     * nobody but its reports may say so.
     */
    boolean isAborted() {
        return aborted;
    }
}
