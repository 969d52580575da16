/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/**
 * The coordinator's side at the close operator: gathers the fragments of each attempt, decides when
 * all of its weight has arrived, and completes it when its participants have acknowledged.
 *
 * <p>Decisions are handed on in numbered batches. A participant acknowledges the number of the last
 * batch whose decisions it has applied, so an acknowledgement costs one number for each message and
 * nothing for each transaction. Batches complete in the order in which they were decided. Attempts
 * for which no participant holds anything, such as those decided by the one that they met, are over
 * as soon as they are whole, and complete; with a log, complete when their outcome is durable.
 * Unless they are to be repeated, nobody hears of a decision then.
 *
 * <p>Confined to the mailbox thread of the close operator. Source: TSpoon, section 4.3.
 *
 * @param <P> what the owner gathers for the result
 * @param <R> result of an attempt
 */
public final class CommitCoordinator<P, R> {
    /** Makes results, while what was gathered is still at hand. */
    public interface ResultMaker<P, R> {
        /**
         * The attempt is decided, and nothing more will be gathered of it. Its payload is to be
         * left empty, for another attempt may use it. Null if there is no result, as when the
         * attempt is to be repeated.
         */
        @Nullable R resultOf(Attempt<P> attempt, Decision decision);
    }

    /** Hears of attempts whose decision is applied at every participant. */
    public interface Completion<R> {
        /** The attempt is over. */
        void completed(int slot, Decision decision, @Nullable R result);
    }

    /** What was decided together, and what is complete with it. */
    private record Decided<R>(DecisionBatch batch, Completions<R> completions) {}

    private static final int MIN_BATCH = 16;

    /** Those that others will be told of, or that are not whole. */
    private final SlotTable<Attempt<P>> attempts;

    private final Supplier<P> payloads;
    private final ResultMaker<P, R> resultMaker;
    private final int participants;
    private final boolean logged;
    private final @Nullable DecisionOrder<P> order;
    private final long[] acknowledged;
    private final ArrayDeque<Decided<R>> unacknowledged = new ArrayDeque<>();
    private final ArrayDeque<Attempt<P>> ready = new ArrayDeque<>();
    private Decided<R> current;

    /** See {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private int prefetched;

    /** Without a log. */
    public CommitCoordinator(
            int slots, int participants, Supplier<P> payloads, ResultMaker<P, R> resultMaker) {
        this(slots, participants, payloads, resultMaker, false, null);
    }

    /**
     * @param slots number of slots of the coordinator, see {@link AdmissionWindow#slots}
     * @param participants number of participants of the t-graph
     * @param payloads creates the payload of an attempt
     * @param resultMaker makes the result of an attempt
     * @param logged whether decisions wait for a log, see {@link DecisionBatch#awaitLog}
     * @param numberOf the {@linkplain Transaction#number number} of the transaction in a slot, if
     *     attempts are decided in that order; else null
     */
    public CommitCoordinator(
            int slots,
            int participants,
            Supplier<P> payloads,
            ResultMaker<P, R> resultMaker,
            boolean logged,
            @Nullable IntToLongFunction numberOf) {
        this.logged = logged;
        this.order = numberOf == null ? null : new DecisionOrder<>(slots, numberOf);
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

    /** Loads what is known of the attempt in a slot ({@link io.tspoon.protocol}). */
    public long prefetch(int slot) {
        Attempt<P> attempt = attempts.get(slot);
        return attempt == null ? 0 : attempt.weight;
    }

    /**
     * A fragment of an attempt has arrived with its share of the weight. It may be the first of
     * several in a row; {@link #decideIfWhole} must come after them, before anything else.
     *
     * @param spare one that {@link #isOver}, to be used again if the slot has none; null for a new
     *     one
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
     * Decides the attempt if all of it has arrived, and all that it depends on is decided; if
     * attempts are decided in an order, also all before it. Then those that wait for it as well.
     * Call when fragments are fully read.
     *
     * @param completion hears at once of an attempt that nobody holds anything for
     */
    public boolean decideIfWhole(Attempt<P> attempt, Completion<R> completion) {
        if (attempt.weight != Weight.WHOLE) {
            if (attempt.weight > Weight.WHOLE || attempt.weight <= 0) {
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
        return attempt.isReady() && (order == null || order.isNext(attempt));
    }

    /**
     * Whether nobody knows the attempt any more, for it was decided and nobody had to hear of it.
     */
    public boolean isOver(Attempt<P> attempt) {
        return attempt.decision != null && !attempt.hasParticipants();
    }

    private void keep(Attempt<P> attempt) {
        if (attempts.get(attempt.slot()) == null) {
            attempts.set(attempt.slot(), attempt);
        }
    }

    /** Decides an attempt; those that depend on it may be decided next. */
    private void decide(Attempt<P> attempt, Completion<R> completion) {
        Decision decision = Decision.from(attempt.vote);
        attempt.decision = decision; // isOver asks for it
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
        if (order != null && decision != Decision.RETRY) {
            Attempt<P> follower = order.decided(attempt);
            if (follower != null) {
                ready.add(follower);
            }
        }
        if (isOver) {
            attempts.clear(attempt.slot()); // if it came in parts
            if (!logged) {
                completion.completed(attempt.slot(), decision, result);
            }
        }
    }

    /**
     * The attempt has seen a tentative version of another one of this coordinator.
     *
     * <p>That one is known here and not complete: its participant reported it before, and will
     * acknowledge its decision later than this. The attempt waits for that participant too, be it
     * that nothing is held for it there: whoever has its result and then reads the state must find
     * what it has seen.
     *
     * @param participant where it has seen the version
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
     * The decisions since the last call, to be sent to the participants; null if there are none.
     * With a log the batch may be empty, and is still to be waited for: all attempts that were
     * decided are logged with it, also those whose decision nobody has to hear.
     */
    public @Nullable DecisionBatch takeDecisions() {
        DecisionBatch taken = current.batch;
        int completions = current.completions.size();
        if (taken.size() == 0 && completions == 0) {
            return null;
        }
        if (order != null) {
            taken.vouchFor(DecisionBatch.EVERYBODY, order.decidedUpTo());
        }
        unacknowledged.add(current);
        current = newBatch(taken.number() + 1, expected(taken.size()), expected(completions));
        return taken;
    }

    /**
     * What a participant has decided alone up to a timestamp was reported in time for the batch: it
     * is durable when the batch is. With an order, where the batch may be without it, the batch
     * says itself what is durable. Called before the batch is handed on.
     */
    public void vouch(DecisionBatch batch, int participant, long upTo) {
        if (order == null) {
            batch.vouchFor(participant, upTo);
        }
    }

    private static int expected(int last) {
        return Math.max(MIN_BATCH, last + last / 4);
    }

    /**
     * What is complete with the batch that was taken last, in the order of decisions; with a log,
     * what is to be logged. To be asked for before anything is completed.
     */
    public Completions<R> takenCompletions() {
        return unacknowledged.getLast().completions;
    }

    /** The participant has applied all its decisions up to and including the batch. */
    public void acknowledge(int participant, long batchNumber) {
        acknowledged[participant] = Math.max(acknowledged[participant], batchNumber);
    }

    /** Completes what is acknowledged by now; without a log. */
    public void complete(Completion<R> completion) {
        complete(completion, 0);
    }

    /**
     * Completes what is acknowledged by now.
     *
     * @param durable the ticket that the log is durable up to
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

    /** Loads the results ({@link io.tspoon.protocol}), as their receiver looks at their classes. */
    private void prefetchResults(Completions<R> made) {
        for (int i = 0; i < made.size(); i++) {
            @Nullable R result = made.result(i);
            prefetched += result != null && result.getClass() == CommitCoordinator.class ? 1 : 0;
        }
    }

    /** The ticket that completion waits for, and nothing else; 0 if there is none. */
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
