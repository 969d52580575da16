/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

import java.util.function.IntToLongFunction;

/**
 * Lets the attempts of a coordinator be decided in the order in which their transactions entered;
 * serves PL4 with a log.
 *
 * <p>What a crash leaves of the log is then a beginning of that order, and what is executed anew
 * comes after it as it did before. Else a transaction that is decided, and logged, before one that
 * entered earlier would stay before it after a crash, though that one may have read what it has
 * overwritten. The transaction that entered first never waits for a later one, so nobody waits for
 * ever.
 *
 * @param <P> what the owner gathers for the result
 */
final class DecisionOrder<P> {
    private final IntToLongFunction numberOf;

    /** Those that are ready and not next, by number; those in flight have different places. */
    private final SlotTable<Attempt<P>> waiting;

    private long next = 1;
    private long decidedUpTo = Timestamps.NONE;

    /**
     * @param slots number of slots of the coordinator
     * @param numberOf the {@linkplain Transaction#number number} of the transaction in a slot
     */
    DecisionOrder(int slots, IntToLongFunction numberOf) {
        this.numberOf = numberOf;
        this.waiting = new SlotTable<>(slots);
    }

    /** Whether the attempt may be decided; else it waits for its turn. */
    boolean isNext(Attempt<P> attempt) {
        long number = numberOf.applyAsLong(attempt.slot());
        if (number == next) {
            return true;
        }
        waiting.set(place(number), attempt);
        return false;
    }

    /**
     * The attempt is decided, and its transaction will not be executed again.
     *
     * @return the next one if it waits; null if it is not ready
     */
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

    /** All attempts of the coordinator with a timestamp up to this one are decided. */
    long decidedUpTo() {
        return decidedUpTo;
    }

    private int place(long number) {
        return (int) (number % waiting.length());
    }
}
