/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.HybridClock;
import io.tspoon.protocol.LowestValue;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;

import java.util.function.Consumer;

/**
 * Applies the messages of the close operator to the transactions in flight: passes decisions on to
 * the participants, and frees the slots of completed attempts. A decision takes effect when {@link
 * OpenDurability} says so.
 *
 * <p>Confined to the mailbox thread.
 */
final class FeedbackReceiver<I> {
    private final CoordinatorLink link;
    private final AdmissionWindow<I> window;
    private final HybridClock clock;
    private final RoundSender sender;
    private final OpenDurability<I> durability;
    private final Deadline deadline;
    private final GreetingWatch greetings;
    private final OpenMetrics metrics;
    private final LowestValue priorities;
    private final Consumer<DecisionBatch> decide = this::decide;
    private long highestTimestamp;

    FeedbackReceiver(
            CoordinatorLink link,
            AdmissionWindow<I> window,
            HybridClock clock,
            RoundSender sender,
            OpenDurability<I> durability,
            Deadline deadline,
            GreetingWatch greetings,
            OpenMetrics metrics) {
        this.link = link;
        this.window = window;
        this.clock = clock;
        this.sender = sender;
        this.durability = durability;
        this.deadline = deadline;
        this.greetings = greetings;
        this.metrics = metrics;
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
        Feedback feedback = link.poll();
        while (feedback != null) {
            apply(feedback);
            feedback = link.poll();
        }
        if (window.priority() != priority) {
            sender.priorityChanged();
        }
    }

    private void apply(Feedback feedback) {
        clock.observe(feedback.highestTimestamp());
        sender.answered(feedback.replies());
        greetings.answered(feedback.participant(), feedback.replies(), sender.isGreeted());
        if (feedback.isGreeted()) {
            deadline.closeAnswered();
        }
        highestTimestamp = Math.max(highestTimestamp, feedback.highestTimestamp());
        sender.awaitLow(feedback.awaitedLow());
        if (feedback.participant() >= 0) {
            priorities.set(feedback.participant(), feedback.priority());
        }
        DecisionBatch batch = feedback.decisions();
        if (batch != null) {
            durability.decided(batch, decide);
        }
        durability.claimed(feedback.claimed());
        durability.releaseDurable(decide); // slots released below were decided in durable batches
        for (int slot : feedback.released()) {
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
        sender.durable(batch.vouchedParticipant(), batch.vouchedUpTo());
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
