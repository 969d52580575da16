/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.runtime.log.CommitLog;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Connects the open and the close operator of one coordinator, which run in the same slot and so in
 * the same process. Feedback goes from close to open; what close has to know about an attempt goes
 * from open to close, by slot.
 *
 * <p>Threads: {@link #send} is for the close operator's thread, polling for the open operator's
 * thread, the getters for both. Adding to the queue never blocks, so the loop through both
 * operators cannot deadlock. The admission window bounds the queue, because there is no feedback
 * without an attempt in flight.
 */
@Internal
public final class CoordinatorLink {
    private final long id;
    private final ConcurrentLinkedQueue<Feedback> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable wakeUp;
    private volatile boolean closed;
    private final AttemptDescriptions attempts;
    private final @Nullable CommitLog log;
    private final CoordinatorMeter meter = new CoordinatorMeter();
    private final @Nullable OutcomeMemory outcomes;
    private final Set<String> procedures;
    private final String timers;
    private final Set<String> triggers;
    private final AtomicReference<@Nullable HeldHorizon> held = new AtomicReference<>();

    /**
     * What close needs to know about attempts.
     *
     * @param numbered whether it needs the numbers of transactions
     * @param entrances names of the entrances, by number; empty if there is one without a name
     * @param outcomes where outcomes are kept for those who ask; null if nobody can
     * @param procedures names of the entrances by which calls come
     * @param returned which results give their elements back
     * @param timers name of the entrance by which timers come; empty if there are none
     * @param batched whether there are batches
     * @param triggers names of the entrances by which triggered transactions come
     */
    public record Described(
            boolean numbered,
            List<String> entrances,
            @Nullable OutcomeMemory outcomes,
            Set<String> procedures,
            ReturnedInputs returned,
            String timers,
            boolean batched,
            Set<String> triggers) {
        /** Of a t-graph without procedures, whose results give no elements back. */
        public Described(
                boolean numbered, List<String> entrances, @Nullable OutcomeMemory outcomes) {
            this(numbered, entrances, outcomes, Set.of(), ReturnedInputs.NONE, "", false, Set.of());
        }
    }

    /**
     * @param id identifies the link within the process
     * @param slots number of slots of the coordinator
     * @param wakeUp makes the open operator's thread call {@link #poll} until it returns null
     */
    public CoordinatorLink(long id, int slots, Runnable wakeUp) {
        this(id, slots, wakeUp, null, new Described(false, List.of(), null));
    }

    /**
     * As above, for a coordinator that logs outcomes.
     *
     * @param log of the coordinator
     * @param described what close needs to know about attempts
     */
    CoordinatorLink(
            long id, int slots, Runnable wakeUp, @Nullable CommitLog log, Described described) {
        this.log = log;
        this.id = id;
        this.wakeUp = wakeUp;
        this.outcomes = described.outcomes();
        this.procedures = described.procedures();
        this.timers = described.timers();
        this.triggers = described.triggers();
        this.attempts =
                new AttemptDescriptions(
                        slots,
                        described.numbered(),
                        described.entrances(),
                        described.returned(),
                        !described.timers().isEmpty(),
                        described.batched());
    }

    public long id() {
        return id;
    }

    public int slots() {
        return attempts.slots();
    }

    /** What close has to know about the attempts in flight; written by open. */
    public AttemptDescriptions attempts() {
        return attempts;
    }

    /** Counts the outcomes at the close operator. */
    public CoordinatorMeter meter() {
        return meter;
    }

    /** Where outcomes are kept for those who ask; null if nobody can. */
    public @Nullable OutcomeMemory outcomes() {
        return outcomes;
    }

    /** Names of the entrances by which calls come, whose results open waits for. */
    public Set<String> procedures() {
        return procedures;
    }

    /** Name of the entrance by which timers come; empty if there are none. */
    public String timers() {
        return timers;
    }

    /** Names of the entrances by which triggered transactions come. */
    public Set<String> triggers() {
        return triggers;
    }

    /** Called by close: why the horizon is not higher now. */
    public void horizonHeld(HeldHorizon by) {
        held.lazySet(by);
    }

    /** Why the horizon is not higher; null before close knows. For any thread. */
    public @Nullable HeldHorizon heldHorizon() {
        return held.get();
    }

    /** The log of the coordinator; only if outcomes are logged. */
    public CommitLog log() {
        return Objects.requireNonNull(log, "outcomes are not logged");
    }

    /** Called by close. */
    public void send(Feedback feedback) {
        queue.add(feedback);
        if (closed) { // checked after adding, so that neither thread leaves feedback behind
            queue.clear();
            return;
        }
        wakeUp();
    }

    /** Called when the open operator has ended and nobody polls any more. */
    void close() {
        closed = true;
        queue.clear();
    }

    /** Makes open check what has changed; for any thread. */
    public void wakeUp() {
        if (scheduled.compareAndSet(false, true)) {
            wakeUp.run();
        }
    }

    /** Called by open before it polls: whatever is sent from now on wakes it up again. */
    public void beginPolling() {
        scheduled.set(false);
    }

    /** Called by open. */
    public @Nullable Feedback poll() {
        return queue.poll();
    }
}
