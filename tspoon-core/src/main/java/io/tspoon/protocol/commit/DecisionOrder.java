/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.function.IntToLongFunction;

/**
 * Makes a coordinator decide its attempts in the order in which their transactions entered; serves
 * PL4 with a log, or with results in that order.
 *
 * <p>A crash then leaves a prefix of that order in the log, and the transactions that are executed
 * anew come after that prefix, as they did before. Otherwise a transaction could be decided and
 * logged before one that entered earlier, and would stay before it after a crash, although the
 * earlier one may have read a version that the later one has overwritten.
 *
 * <p>The transaction that entered first never waits for a later one, so there is no deadlock.
 *
 * @param <P> what the owner gathers for the result
 */
@Internal
public final class DecisionOrder<P> extends DecisionTurns<P> {
    private final IntToLongFunction numberOf;

    /**
     * Attempts that are ready but not next, at their number modulo the length. Transactions in
     * flight have different places.
     */
    private final SlotTable<Attempt<P>> waiting;

    private long next = 1;
    private long decidedUpTo = Timestamps.NONE;

    /**
     * @param slots number of slots of the coordinator
     * @param numberOf the number of the transaction in a slot, in the order of entry
     */
    public DecisionOrder(int slots, IntToLongFunction numberOf) {
        this.numberOf = numberOf;
        this.waiting = new SlotTable<>(slots);
    }

    @Override
    boolean ordersResults() {
        return true;
    }

    @Override
    boolean isNext(Attempt<P> attempt) {
        long number = numberOf.applyAsLong(attempt.slot());
        if (number == next) {
            return true;
        }
        waiting.set(place(number), attempt);
        return false;
    }

    /**
     * Moves on to the next transaction. The attempt is decided, and its transaction will not be
     * executed again.
     *
     * @return the next attempt if it waits for its turn; null if it is not ready
     */
    @Override
    @Nullable Attempt<P> decided(Attempt<P> attempt) {
        next++;
        decidedUpTo = attempt.timestamp();
        int place = place(next);
        Attempt<P> follower = waiting.get(place);
        if (follower != null) {
            waiting.clear(place);
        }
        return follower;
    }

    /** Whoever decides alone is in the log up to where this coordinator has decided. */
    @Override
    void taken(DecisionBatch batch) {
        batch.vouchFor(DecisionBatch.EVERYBODY, decidedUpTo);
    }

    /** Says nothing, because what was reported may be in a later batch. */
    @Override
    void reported(DecisionBatch batch, int participant, long upTo) {}

    private int place(long number) {
        return (int) (number % waiting.length());
    }
}
