/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.SlotTable;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The transactions of a coordinator of which not all fragments have come to its close operator, if
 * their fragments say only what is final: then a transaction is over once it is whole.
 *
 * <p>Confined to the mailbox thread of the close operator.
 *
 * @param <P> what the owner gathers for the result
 */
@Internal
public final class IncompleteTransactions<P> {
    private final SlotTable<Attempt<P>> bySlot;
    private final Supplier<P> payloads;
    private final List<Attempt<P>> awaited = new ArrayList<>();
    private final DecisionTurns<P> turns;

    /**
     * @param slots number of slots of the coordinator
     * @param payloads creates the payload of a transaction
     * @param turns decides when it is the turn of a transaction to end
     */
    public IncompleteTransactions(int slots, Supplier<P> payloads, DecisionTurns<P> turns) {
        this.bySlot = new SlotTable<>(slots);
        this.payloads = payloads;
        this.turns = turns;
    }

    /** Loads the transaction in a slot into the cache ({@link io.tspoon.protocol}). */
    public long prefetch(int slot) {
        Attempt<P> found = bySlot.get(slot);
        return found == null ? 0 : found.weight;
    }

    /**
     * A fragment has arrived with its share of the weight. Several fragments of a transaction may
     * be added in a row; {@link #isWhole} must follow.
     */
    public Attempt<P> fragment(int slot, long id, long weight) {
        Attempt<P> found = bySlot.get(slot);
        if (found == null) {
            found = new Attempt<>(payloads.get(), 0);
            found.begin(slot, id);
        } else if (found.timestamp() != id) {
            throw new ProtocolException(
                    "[TSP-2530] Cannot accept fragment: slot is taken by another transaction, slot="
                            + slot
                            + ", transaction="
                            + id
                            + ", other="
                            + found.timestamp());
        }
        found.addWeight(weight);
        return found;
    }

    /**
     * Whether all fragments have come; else keeps the transaction until they have. If a function
     * waits for what has come, all of its weight comes once more.
     */
    public boolean isWhole(Attempt<P> gathered) {
        boolean whole = gathered.weight == Weight.WHOLE;
        if (!whole && gathered.isOverweight()) {
            throw new ProtocolException(
                    "[TSP-2531] Cannot end transaction: more than all of it was reported,"
                            + " transaction="
                            + gathered.timestamp());
        }
        if (whole && gathered.awaitsFunction()) {
            gathered.beginSecondPass();
            awaited.add(gathered);
            whole = false;
        }
        if (whole) {
            bySlot.clear(gathered.slot());
        } else if (bySlot.get(gathered.slot()) == null) {
            bySlot.set(gathered.slot(), gathered);
        }
        return whole;
    }

    /** As {@link CommitCoordinator#takeGathered}. */
    public List<Attempt<P>> takeGathered() {
        if (awaited.isEmpty()) {
            return List.of();
        }
        List<Attempt<P>> taken = List.copyOf(awaited);
        awaited.clear();
        return taken;
    }

    /** A whole transaction, if it is its turn to end; else null, and it is kept until it is. */
    public @Nullable Attempt<P> inTurn(Attempt<P> whole) {
        return turns.isNext(whole) ? whole : null;
    }

    /** A transaction has ended. Gives the one that has waited for this; null if none has. */
    public @Nullable Attempt<P> ended(Attempt<P> whole) {
        return turns.decided(whole);
    }

    /** What has become of a whole transaction. */
    public Decision outcome(Attempt<P> whole) {
        return whole.vote.decision();
    }
}
