/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.Durability;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The part of the coordinator that runs in the close operator. It gathers the fragments of each
 * attempt, decides the attempt when all of its weight has arrived, and completes it when its
 * participants have acknowledged the decision.
 *
 * <p>Decisions are handed on in numbered batches. A participant acknowledges the number of the last
 * batch whose decisions it has applied, so an acknowledgement costs one number for each message and
 * nothing for each transaction. Batches complete in the order in which they were decided.
 *
 * <p>If no participant holds anything for an attempt, for example because the only participant that
 * it met has decided it alone, the attempt is over as soon as it is whole. It completes at once, or
 * with a log when its outcome is durable. Its decision is not sent to anybody, unless it is RETRY.
 *
 * <p>Confined to the mailbox thread of the close operator. Source: TSpoon, section 4.3.
 *
 * @param <P> what the owner gathers for the result
 * @param <R> result of an attempt
 */
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

    /** Receives attempts whose decision all their participants have applied. */
    public interface Completion<R> {
        void completed(int slot, Decision decision, @Nullable R result);
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
    private final DecisionTurns<P> turns;
    private final long[] acknowledged;
    private final ArrayDeque<Decided<R>> unacknowledged = new ArrayDeque<>();
    private final ArrayDeque<Attempt<P>> ready = new ArrayDeque<>();
    private Decided<R> current;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private int prefetched;

    /**
     * @param slots number of slots of the coordinator, see {@link AdmissionWindow#slots}
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
                new DecisionBatch(number, (participants + 63) >>> 6, expectedDecisions),
                new Completions<>(expectedCompletions));
    }

    /** Loads the attempt in a slot into the cache ({@link io.tspoon.protocol}). */
    public long prefetch(int slot) {
        Attempt<P> attempt = attempts.get(slot);
        return attempt == null ? 0 : attempt.weight;
    }

    /**
     * A fragment of an attempt has arrived with its share of the weight. Several fragments of an
     * attempt may be added in a row; {@link #decideIfWhole} must follow before any other call.
     *
     * @param spare an attempt that {@link #isOver}, to be reused if the slot has no attempt yet;
     *     null to create a new one
     */
    public Attempt<P> fragment(int slot, long timestamp, long weight, @Nullable Attempt<P> spare) {
        Attempt<P> attempt = attempts.get(slot);
        if (attempt == null) {
            attempt = spare == null ? new Attempt<>(payloads.get(), participants) : spare;
            attempt.begin(slot, timestamp);
        } else if (attempt.timestamp() != timestamp) {
            throw new ProtocolException(
                    "Cannot accept fragment: slot is taken by another attempt, slot="
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
     * Decides the attempt if all of it has arrived, every attempt that it depends on is decided,
     * and it is its turn. Then decides the attempts that were waiting for this one. To be called
     * when the fragments are fully read.
     *
     * @param completion called at once for an attempt for which no participant holds anything
     */
    public boolean decideIfWhole(Attempt<P> attempt, Completion<R> completion) {
        if (attempt.weight != Weight.WHOLE) {
            if (attempt.isOverweight()) {
                throw new ProtocolException(
                        "Cannot count weight: more than the whole arrived, timestamp="
                                + attempt.timestamp());
            }
            keep(attempt);
            return false;
        }
        if (!mayDecide(attempt)) {
            keep(attempt);
            return false;
        }
        Attempt<P> next = attempt;
        while (next != null) {
            if (mayDecide(next)) {
                decide(next, completion);
            }
            next = ready.poll();
        }
        return true;
    }

    private boolean mayDecide(Attempt<P> attempt) {
        return attempt.isReady() && turns.isNext(attempt);
    }

    /**
     * Whether the attempt was decided and no participant has to learn the decision, so that nobody
     * refers to it any more.
     */
    public boolean isOver(Attempt<P> attempt) {
        return attempt.decision != null && !attempt.hasParticipants();
    }

    private void keep(Attempt<P> attempt) {
        if (attempts.get(attempt.slot()) == null) {
            attempts.set(attempt.slot(), attempt);
        }
    }

    /** Decides an attempt. Attempts that depend on it may then become ready. */
    private void decide(Attempt<P> attempt, Completion<R> completion) {
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
        if (!isOver || logged) {
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
            if (!logged) {
                completion.completed(attempt.slot(), decision, result);
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
                    "Cannot wait for attempt: it is not in flight, timestamp="
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

    /**
     * The decisions made since the last call, to be sent to the participants; null if there are
     * none. With a log the batch may be empty but must be waited for nevertheless: all attempts
     * decided meanwhile are logged with it, including those whose decision no participant has to
     * learn.
     */
    public @Nullable DecisionBatch takeDecisions() {
        DecisionBatch taken = current.batch;
        int completions = current.completions.size();
        if (taken.size() == 0 && completions == 0) {
            return null;
        }
        turns.taken(taken);
        unacknowledged.add(current);
        current = newBatch(taken.number() + 1, expected(taken.size()), expected(completions));
        return taken;
    }

    /**
     * Notes that what the participant has decided alone up to a timestamp is durable when the batch
     * is; it must have reported it in time for the batch. Has no effect if attempts are decided in
     * order, see {@link DecisionOrder}. To be called before the batch is handed on.
     */
    public void vouch(DecisionBatch batch, int participant, long upTo) {
        turns.reported(batch, participant, upTo);
    }

    private static int expected(int last) {
        return Math.max(MIN_BATCH, last + last / 4);
    }

    /**
     * The attempts that are complete with the batch taken last, in the order of their decisions;
     * with a log, these are the attempts to be logged. To be called before anything is completed.
     */
    public Completions<R> takenCompletions() {
        return unacknowledged.getLast().completions;
    }

    /** A participant has applied all its decisions up to and including the batch. */
    public void acknowledge(int participant, long batchNumber) {
        acknowledged[participant] = Math.max(acknowledged[participant], batchNumber);
    }

    /**
     * Completes the attempts whose batches are acknowledged and durable.
     *
     * @param durable the ticket up to which the log is durable; any if there is none
     */
    public void complete(Completion<R> completion, long durable) {
        Decided<R> head = unacknowledged.peek();
        while (head != null && head.batch.ticket() <= durable && isAcknowledged(head.batch)) {
            Completions<R> completions = head.completions;
            prefetchResults(completions);
            for (int i = 0; i < completions.size(); i++) {
                int slot = completions.slot(i);
                attempts.clear(slot);
                completion.completed(slot, completions.decision(i), completions.result(i));
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

    /**
     * The log ticket that the next batch still waits for, if all its participants have acknowledged
     * it; otherwise 0.
     */
    public long awaitedTicket(long durable) {
        Decided<R> head = unacknowledged.peek();
        if (head == null) {
            return 0;
        }
        long ticket = head.batch.ticket();
        return ticket > durable && isAcknowledged(head.batch) ? ticket : 0;
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
