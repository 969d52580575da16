/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.commit;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.SlotTable;
import io.tspoon.protocol.Vote;
import io.tspoon.transaction.Durability;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The part of the coordinator that runs in the close operator. It gathers the fragments of each
 * attempt, decides the attempt when all of its weight has arrived, and completes it when its
 * participants have acknowledged the decision.
 *
 * <p>The owner hands over what has come, and then asks once what follows: {@link #settle}.
 *
 * <p>Decisions are handed on in numbered batches. A participant acknowledges the number of the last
 * batch whose decisions it has applied, so an acknowledgement costs one number for each message and
 * nothing for each transaction. Batches complete in the order in which they were decided.
 *
 * <p>If no participant holds anything for an attempt, for example because the only participant that
 * it met has decided it alone, the attempt is over as soon as it is whole. It completes at once, or
 * with a log when its outcome is durable, or when those before it have completed. Its decision is
 * not sent to anybody, unless it is RETRY.
 *
 * <p>Confined to the mailbox thread of the close operator. Source: TSpoon, section 4.3.
 *
 * @param <P> what the owner gathers for the result
 * @param <R> result of an attempt
 */
@Internal
public final class CommitCoordinator<P, R> {
    /** Makes results at the time of the decision, while the gathered data is at hand. */
    public interface ResultMaker<P, R> {
        /**
         * Makes the result of a decided attempt, for which nothing more will be gathered. Must
         * empty the payload, which another attempt may use next. Returns null if there is no
         * result, for example for an attempt that will be repeated.
         */
        @Nullable R resultOf(Attempt<P> attempt, Decision decision);
    }

    /** A batch of decisions, and the attempts that are complete when it is acknowledged. */
    private record Decided<R>(DecisionBatch batch, Completions<R> completions) {}

    private static final int MIN_BATCH = 16;

    /**
     * By slot: attempts that are not yet decided, and those whose participants must learn the
     * decision.
     */
    private final SlotTable<Attempt<P>> attempts;

    private final Supplier<P> payloads;
    private final ResultMaker<P, R> resultMaker;
    private final int participants;
    private final boolean logged;

    /** Whether every decided attempt is completed with its batch, in the order of decisions. */
    private final boolean inBatches;

    private final DecisionTurns<P> turns;
    private final long[] acknowledged;
    private final ArrayDeque<Decided<R>> unacknowledged = new ArrayDeque<>();
    private final ArrayDeque<Attempt<P>> ready = new ArrayDeque<>();
    private final List<Attempt<P>> gathered = new ArrayList<>();
    private Decided<R> current;

    /** What was settled last, and what will be next. */
    private Settled<R> settled = new Settled<>();

    private Settled<R> next = new Settled<>();

    /** Who has reported what it has decided alone, and up to where. */
    private int reporter = DecisionBatch.NOBODY;

    private long reportedUpTo;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private int prefetched;

    /**
     * @param slots number of slots of the coordinator
     * @param participants number of participants of the t-graph
     * @param payloads creates the payload of an attempt
     * @param resultMaker makes the result of an attempt
     * @param turns decides when it is an attempt's turn
     * @param durability with a log, decisions wait for it, see {@link DecisionBatch#awaitLog}
     */
    public CommitCoordinator(
            int slots,
            int participants,
            Supplier<P> payloads,
            ResultMaker<P, R> resultMaker,
            DecisionTurns<P> turns,
            Durability durability) {
        this.logged = durability == Durability.LOG;
        this.inBatches = logged || turns.ordersResults();
        this.turns = turns;
        this.attempts = new SlotTable<>(slots);
        this.payloads = payloads;
        this.resultMaker = resultMaker;
        this.participants = participants;
        this.acknowledged = new long[participants];
        this.current = newBatch(1, MIN_BATCH, MIN_BATCH);
    }

    private Decided<R> newBatch(long number, int expectedDecisions, int expectedCompletions) {
        return new Decided<>(
                new DecisionBatch(
                        number, (participants + 63) >>> 6, expectedDecisions, firstTicket()),
                new Completions<>(expectedCompletions));
    }

    /** What is to be logged waits until it is. */
    private long firstTicket() {
        return logged ? DecisionBatch.NOT_LOGGED : 0;
    }

    // ------------------------------------------------------------------ what has come

    /** Loads the attempt in a slot into the cache ({@link io.tspoon.protocol}). */
    public long prefetch(int slot) {
        Attempt<P> attempt = attempts.get(slot);
        return attempt == null ? 0 : attempt.weight;
    }

    /**
     * A fragment of an attempt has arrived with its share of the weight. Several fragments of an
     * attempt may be added in a row; {@link #gathered} must follow before any other call.
     *
     * @param spare an attempt that is over, to be reused if the slot has no attempt yet; null to
     *     create a new one
     */
    public Attempt<P> fragment(int slot, long timestamp, long weight, @Nullable Attempt<P> spare) {
        Attempt<P> attempt = attempts.get(slot);
        if (attempt == null) {
            attempt = spare == null ? new Attempt<>(payloads.get(), participants) : spare;
            attempt.begin(slot, timestamp);
        } else if (attempt.timestamp() != timestamp) {
            throw new ProtocolException(
                    "[TSP-2513] Cannot accept fragment: slot is taken by another attempt, slot="
                            + slot
                            + ", timestamp="
                            + timestamp
                            + ", other="
                            + attempt.timestamp());
        }
        attempt.addWeight(weight);
        return attempt;
    }

    /**
     * The fragments are fully read. Decides the attempt if all of it has arrived, every attempt
     * that it depends on is decided, and it is its turn. Then decides the attempts that were
     * waiting for this one.
     *
     * @return the attempt, if it is over and nobody refers to it any more; else null
     */
    public @Nullable Attempt<P> gathered(Attempt<P> attempt) {
        decideIfWhole(attempt);
        return isOver(attempt) ? attempt : null;
    }

    private void decideIfWhole(Attempt<P> attempt) {
        if (attempt.weight != Weight.WHOLE) {
            if (attempt.isOverweight()) {
                throw new ProtocolException(
                        "[TSP-2514] Cannot count weight: more than the whole arrived, timestamp="
                                + attempt.timestamp());
            }
            keep(attempt);
            return;
        }
        if (!mayGoOn(attempt)) {
            keep(attempt);
            return;
        }
        Attempt<P> candidate = attempt;
        while (candidate != null) {
            if (mayGoOn(candidate)) {
                goOn(candidate);
            }
            candidate = ready.poll();
        }
    }

    private boolean mayGoOn(Attempt<P> attempt) {
        return attempt.awaitsFunction() ? attempt.isReady() : mayDecide(attempt);
    }

    private void goOn(Attempt<P> attempt) {
        if (attempt.awaitsFunction()) {
            keep(attempt);
            attempt.beginSecondPass();
            gathered.add(attempt);
        } else {
            decide(attempt);
        }
    }

    private boolean mayDecide(Attempt<P> attempt) {
        return attempt.isReady() && turns.isNext(attempt);
    }

    /**
     * Whether the attempt was decided and no participant has to learn the decision, so that nobody
     * refers to it any more.
     */
    private boolean isOver(Attempt<P> attempt) {
        return attempt.decision != null && !attempt.hasParticipants();
    }

    private void keep(Attempt<P> attempt) {
        if (attempts.get(attempt.slot()) == null) {
            attempts.set(attempt.slot(), attempt);
        }
    }

    /** Decides an attempt. Attempts that depend on it may then become ready. */
    private void decide(Attempt<P> attempt) {
        Decision decision = attempt.vote.decision();
        attempt.decision = decision; // isOver reads it
        boolean isOver = isOver(attempt);
        if (!isOver) {
            keep(attempt);
        }
        @Nullable R result = resultMaker.resultOf(attempt, decision);
        if (!isOver || decision == Decision.RETRY) {
            current.batch.add(attempt, decision);
        }
        if (!isOver || inBatches) {
            current.completions.add(attempt.slot(), decision, result);
        }
        List<Attempt<P>> dependents = attempt.dependents();
        for (int i = 0; i < dependents.size(); i++) {
            Attempt<P> dependent = dependents.get(i);
            dependent.undecidedSources--;
            if (decision != Decision.COMMIT) {
                dependent.vote(Vote.RETRY);
            }
            if (dependent.isReady()) {
                ready.add(dependent);
            }
        }
        if (decision != Decision.RETRY) {
            Attempt<P> follower = turns.decided(attempt);
            if (follower != null) {
                ready.add(follower);
            }
        }
        if (isOver) {
            attempts.clear(attempt.slot()); // it is there if its fragments came in several parts
            if (!inBatches) {
                next.completed(attempt.slot(), decision, result);
            }
        }
    }

    /**
     * Makes an attempt depend on another one of this coordinator, whose tentative version it has
     * seen.
     *
     * <p>That other attempt is known here and not complete: its participant reported it earlier,
     * and will acknowledge its decision only after this report.
     *
     * <p>The attempt also waits for the acknowledgement of that participant, even if it holds
     * nothing there. Otherwise a client that has the result and then reads the state might miss the
     * version that the attempt has seen.
     *
     * @param participant where the attempt has seen the version
     */
    public void depends(Attempt<P> attempt, int participant, int sourceSlot, long sourceTimestamp) {
        Attempt<P> source = attempts.get(sourceSlot);
        if (source == null || source.timestamp() != sourceTimestamp) {
            throw new ProtocolException(
                    "[TSP-2515] Cannot wait for attempt: it is not in flight, timestamp="
                            + sourceTimestamp
                            + ", dependent="
                            + attempt.timestamp());
        }
        attempt.addParticipant(participant);
        Decision decision = source.decision;
        if (decision == null) {
            attempt.undecidedSources++;
            source.addDependent(attempt);
        } else if (decision != Decision.COMMIT) {
            attempt.vote(Vote.RETRY);
        }
    }

    /** A participant has applied all its decisions up to and including the batch. */
    public void acknowledge(int participant, long batchNumber) {
        acknowledged[participant] = Math.max(acknowledged[participant], batchNumber);
    }

    /**
     * All that the participant has decided alone up to a timestamp has arrived, so it is durable
     * when the next batch is. Means something only with a log, and not if attempts are decided in
     * order, see {@link DecisionOrder}.
     */
    public void reported(int participant, long upTo) {
        reporter = participant;
        reportedUpTo = upTo;
    }

    // ------------------------------------------------------------------ what follows

    /**
     * Removes and returns the attempts of which everything has come that a function waits for. More
     * fragments of them will follow, with all of their weight once more.
     */
    public List<Attempt<P>> takeGathered() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<Attempt<P>> taken = List.copyOf(gathered);
        gathered.clear();
        return taken;
    }

    /**
     * Says what follows from all that has come since the last call: the decisions, and the attempts
     * that are complete because their batches are acknowledged and durable.
     *
     * @param durable the ticket up to which the log is durable; any if there is none
     */
    public Settled<R> settle(long durable) {
        Settled<R> given = next;
        next = settled;
        settled = given;
        next.begin();
        takeDecisions(given);
        reporter = DecisionBatch.NOBODY;
        complete(given, durable);
        return given;
    }

    private void takeDecisions(Settled<R> given) {
        DecisionBatch batch = current.batch;
        int completions = current.completions.size();
        if (batch.size() == 0 && completions == 0) {
            return;
        }
        turns.taken(batch);
        if (logged && reporter != DecisionBatch.NOBODY) {
            turns.reported(batch, reporter, reportedUpTo);
        }
        given.decided(batch, current.completions);
        unacknowledged.add(current);
        current = newBatch(batch.number() + 1, expected(batch.size()), expected(completions));
    }

    private static int expected(int last) {
        return Math.max(MIN_BATCH, last + last / 4);
    }

    private void complete(Settled<R> given, long durable) {
        Decided<R> head = unacknowledged.peek();
        while (head != null && isAcknowledged(head.batch)) {
            if (head.batch.ticket() > durable) {
                given.awaits(head.batch);
                return;
            }
            if (head.batch == given.decisions() && (logged || head.batch.size() > 0)) {
                return; // nobody has heard of it yet
            }
            Completions<R> completions = head.completions;
            prefetchResults(completions);
            for (int i = 0; i < completions.size(); i++) {
                int slot = completions.slot(i);
                attempts.clear(slot);
                given.completed(slot, completions.decision(i), completions.result(i));
            }
            unacknowledged.remove();
            head = unacknowledged.peek();
        }
    }

    /**
     * Loads the results into the cache ({@link io.tspoon.protocol}), because their receiver reads
     * their classes.
     */
    private void prefetchResults(Completions<R> made) {
        for (int i = 0; i < made.size(); i++) {
            @Nullable R result = made.result(i);
            prefetched += result != null && result.getClass() == CommitCoordinator.class ? 1 : 0;
        }
    }

    private boolean isAcknowledged(DecisionBatch batch) {
        int participant = batch.nextConcerned(0);
        while (participant >= 0) {
            if (acknowledged[participant] < batch.number()) {
                return false;
            }
            participant = batch.nextConcerned(participant + 1);
        }
        return true;
    }
}
