/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** A message from the close operator to the open operator of the same slot. Immutable once sent. */
@Internal
public sealed interface Feedback {
    /** Calls the method of the receiver that is for this message. */
    void deliverTo(Receiver receiver);

    /** Who gets the messages. */
    interface Receiver {
        void greeted();

        void claimed(Claimed claimed);

        void released(Released released);

        void judged(Judged judged);

        void gathered(Gathered gathered);

        void answered(Answer answer);

        void called(Called called);

        /** Timers are due, or have fired. */
        default void due(Due due) {}

        /** Transactions of timers are over. */
        default void fired(Fired fired) {}

        /** Transactions have triggered others, or were triggered and are over. */
        default void triggered(Triggers triggers) {}
    }

    /** The answer of close to a greeting of open. */
    record Greeted() implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.greeted();
        }
    }

    /**
     * Inputs of an earlier run have come to another coordinator.
     *
     * @param inputs all that one block has claimed
     */
    record Claimed(List<InputIdentity> inputs) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.claimed(this);
        }
    }

    /**
     * Transactions of calls are over. Comes before what says that their slots are.
     *
     * @param results of the transactions
     */
    record Called(List<TransactionResult<?>> results) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.called(this);
        }
    }

    /**
     * What a participant says of timers.
     *
     * @param participant who says it
     * @param firedUpTo all timers there have fired that are due at this event time
     * @param timers those that are to be fired, as they were written
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Due(int participant, long firedUpTo, byte[] timers) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.due(this);
        }
    }

    /**
     * Transactions of timers are over. Comes before what says that their slots are.
     *
     * @param count how many
     * @param aborted those that have aborted
     */
    record Fired(int count, List<AbortedTimer> aborted) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.fired(this);
        }
    }

    /**
     * The transaction of a timer has aborted.
     *
     * @param slot of the transaction
     * @param reasons why
     */
    record AbortedTimer(int slot, List<AbortReason> reasons) {}

    /**
     * Transactions have triggered others, or were triggered and are over. Comes before what says
     * that their slots are.
     *
     * @param triggering those that have triggered others
     * @param ended slots of those that were triggered
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Triggers(List<Triggering> triggering, int[] ended) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.triggered(this);
        }
    }

    /**
     * A transaction that has committed has triggered others.
     *
     * @param slot of the transaction
     * @param id of the transaction
     * @param triggered the others, in their order
     */
    record Triggering(int slot, long id, List<Triggered> triggered) {}

    /**
     * Attempts were decided, or are over, and no participant has said anything: a block of open or
     * the log has brought it about.
     *
     * @param decisions decisions of attempts that somebody has to be told; null if there are none
     * @param slots slots whose attempts are over; if no decision was sent for an attempt, it is
     *     committed or aborted and need not be repeated
     */
    record Released(@Nullable DecisionBatch decisions, int[] slots) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.released(this);
        }
    }

    /**
     * What participants are to assume of a transaction that is executed in chains.
     *
     * @param slot by what it is found
     * @param id of the transaction
     * @param abort whether they are to assume that it aborts; else that it commits again
     */
    record Notice(int slot, long id, boolean abort) {}

    /**
     * How transactions that are executed in chains are judged.
     *
     * @param notices to be passed on, in this order
     * @param horizon all transactions up to there are decided
     */
    record Judged(List<Notice> notices, long horizon) implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.judged(this);
        }
    }

    /**
     * All values that the functions of an attempt wait for. Its keys are held, and nobody has voted
     * against it.
     *
     * @param slot of the attempt
     * @param timestamp of the attempt
     * @param values the answers of the participants, in any order
     */
    record Gathered(int slot, long timestamp, List<ExchangedValue<?, ?>> values)
            implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.gathered(this);
        }
    }

    /**
     * What a participant has said, and what follows from it.
     *
     * @param participant whose block it was
     * @param replies how many blocks of the coordinator it has answered
     * @param priority lowest id that asks for priority, as the participant sees it
     * @param highestTimestamp highest timestamp that the participant has seen
     * @param awaitedLow the participant waits until everything up to this timestamp is decided
     * @param decisions as in {@link Released}
     * @param slots as in {@link Released}
     */
    record Answer(
            int participant,
            int replies,
            long priority,
            long highestTimestamp,
            long awaitedLow,
            @Nullable DecisionBatch decisions,
            int[] slots)
            implements Feedback {
        @Override
        public void deliverTo(Receiver receiver) {
            receiver.answered(this);
        }
    }
}
