/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

/**
 * What a coordinator has to log of itself so that others know how far its part of the log reaches,
 * if a recovery cuts all parts at one id (ADR 0033). Confined to the mailbox thread.
 */
interface PartMarks {
    /** Nobody cuts anything: nothing is logged. */
    PartMarks NONE =
            new PartMarks() {
                @Override
                public long shown(long decidedUpTo) {
                    return decidedUpTo;
                }

                @Override
                public void awaited(long upTo, long decidedUpTo) {}

                @Override
                public boolean moreIsDurable() {
                    return false;
                }

                @Override
                public boolean mayBegin() {
                    return true;
                }

                @Override
                public boolean mayLeave() {
                    return true;
                }
            };

    /**
     * Up to where others may show what rests on this coordinator.
     *
     * @param decidedUpTo all of its transactions up to there are decided
     */
    long shown(long decidedUpTo);

    /**
     * Somebody waits until everything up to an id may be shown.
     *
     * @param upTo not above the other one; {@link io.tspoon.protocol.Timestamps#NONE} if nobody
     *     waits
     * @param decidedUpTo all transactions up to there are decided
     */
    void awaited(long upTo, long decidedUpTo);

    /** Whether more is durable than at the last call, so that others wait for this news. */
    boolean moreIsDurable();

    /** Whether transactions may begin. If not, does what is needed; ask again when the log says. */
    boolean mayBegin();

    /** Nothing is in flight: whether others may be told not to wait; if not, as above. */
    boolean mayLeave();
}
