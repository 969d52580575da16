/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.DeclaredParts;
import io.tspoon.transaction.TransactionResult;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Applies the messages of the close operator to the transactions in flight: passes decisions on to
 * the participants, and frees the slots of completed attempts. A decision takes effect when {@link
 * OpenDurability} says so.
 *
 * <p>Confined to the mailbox thread.
 */
final class FeedbackReceiver<I> implements Feedback.Receiver {
    private final CoordinatorLink link;
    private final AdmissionWindow<I> window;
    private final HybridClock clock;
    private final RoundSender sender;
    private final OpenDurability<I> durability;
    private final Deadline deadline;
    private final GreetingWatch greetings;
    private final OpenMetrics metrics;
    private final DeclaredParts declared;
    private final LowestValue priorities;
    private final Consumer<DecisionBatch> decide = this::decide;
    private List<Feedback.Gathered> gathered = new ArrayList<>();
    private List<TransactionResult<?>> called = List.of();
    private long highestTimestamp;
    private Timers timers = Timers.NONE;
    private Triggers triggers = Triggers.NONE;

    FeedbackReceiver(
            CoordinatorLink link,
            AdmissionWindow<I> window,
            HybridClock clock,
            RoundSender sender,
            OpenDurability<I> durability,
            Deadline deadline,
            GreetingWatch greetings,
            OpenMetrics metrics,
            DeclaredParts declared) {
        this.link = link;
        this.window = window;
        this.clock = clock;
        this.sender = sender;
        this.durability = durability;
        this.deadline = deadline;
        this.greetings = greetings;
        this.metrics = metrics;
        this.declared = declared;
        this.priorities =
                new LowestValue(Math.max(1, greetings.participants()), AdmissionWindow.NO_PRIORITY);
    }

    /** The lowest id asking for priority that any participant has reported. */
    long lowestPriority() {
        return priorities.lowest();
    }

    /**
     * The highest timestamp that any participant has seen. At PL4, participants may wait for
     * promises up to it.
     */
    long highestTimestamp() {
        return highestTimestamp;
    }

    /**
     * Applies everything that close has sent, and that the log has made durable, since the last
     * call.
     */
    void receive() {
        link.beginPolling();
        long priority = window.priority();
        durability.releaseDurable(decide);
        sender.advance();
        Feedback feedback = link.poll();
        while (feedback != null) {
            feedback.deliverTo(this);
            feedback = link.poll();
        }
        if (window.priority() != priority) {
            sender.priorityChanged();
        }
    }

    @Override
    public void greeted() {
        sender.answered(1);
        greetings.answered(GreetingWatch.CLOSE, 1, sender.isAnswered());
        deadline.closeAnswered();
    }

    @Override
    public void claimed(Feedback.Claimed claimed) {
        durability.claimed(claimed.inputs());
    }

    @Override
    public void released(Feedback.Released released) {
        settle(released.decisions(), released.slots());
    }

    @Override
    public void judged(Feedback.Judged judged) {
        for (Feedback.Notice notice : judged.notices()) {
            int participant = declared.next(notice.slot(), 0);
            while (participant >= 0) {
                sender.notice(participant, notice.slot(), notice.id(), notice.abort());
                participant = declared.next(notice.slot(), participant + 1);
            }
        }
        window.decidedUpTo(judged.horizon());
    }

    @Override
    public void gathered(Feedback.Gathered values) {
        gathered.add(values);
    }

    /** Removes and returns the attempts that have all values that their functions wait for. */
    List<Feedback.Gathered> takeGathered() {
        List<Feedback.Gathered> taken = gathered;
        if (!taken.isEmpty()) {
            gathered = new ArrayList<>();
        }
        return taken;
    }

    @Override
    public void called(Feedback.Called ended) {
        if (called.isEmpty()) {
            called = new ArrayList<>();
        }
        called.addAll(ended.results());
    }

    @Override
    public void due(Feedback.Due due) {
        timers.due(due);
    }

    @Override
    public void fired(Feedback.Fired fired) {
        timers.fired(fired);
    }

    @Override
    public void triggered(Feedback.Triggers news) {
        triggers.triggered(news);
    }

    /** Who learns of triggers; not known when this is made. */
    void triggers(Triggers toTell) {
        triggers = toTell;
    }

    /** Who learns of timers; not known when this is made. */
    void timers(Timers toTell) {
        timers = toTell;
    }

    /** Removes and returns the results of calls whose transactions are over. */
    List<TransactionResult<?>> takeCalled() {
        List<TransactionResult<?>> taken = called;
        called = List.of();
        return taken;
    }

    @Override
    public void answered(Feedback.Answer answer) {
        int participant = answer.participant();
        clock.observe(answer.highestTimestamp());
        sender.answered(answer.replies());
        greetings.answered(participant, answer.replies(), sender.isAnswered());
        highestTimestamp = Math.max(highestTimestamp, answer.highestTimestamp());
        sender.awaitLow(answer.awaitedLow());
        priorities.set(participant, answer.priority());
        settle(answer.decisions(), answer.slots());
    }

    private void settle(@Nullable DecisionBatch batch, int[] slots) {
        if (batch != null) {
            durability.decided(batch, decide);
        }
        durability.releaseDurable(decide); // slots released below were decided in durable batches
        for (int slot : slots) {
            release(slot);
        }
    }

    private void decide(DecisionBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            Decision decision = batch.decision(i);
            window.decided(batch.slot(i), batch.timestamp(i), decision);
            if (decision == Decision.RETRY) {
                metrics.retries.inc();
            }
        }
        sender.relay(batch);
    }

    private void release(int slot) {
        if (!OpenMetrics.isSampled(window.number(slot))) {
            window.release(slot);
            return;
        }
        long admittedNanos = window.admittedNanos(slot);
        if (window.release(slot)) {
            metrics.latencyNanos.update(System.nanoTime() - admittedNanos);
        }
    }
}
