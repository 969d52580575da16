/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.CommitCoordinator;
import io.tspoon.protocol.Settled;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Block;
import io.tspoon.transaction.TransactionResult;

import java.io.IOException;
import java.util.List;

/**
 * What a close operator does once it knows the open operator of its coordinator. For each block it
 * reads what has come, settles, and then logs, tells open, and lets results leave, in this order.
 * So decisions are on their way before the user's downstream operators can hold anything up.
 *
 * <p>Confined to the mailbox thread.
 */
final class Closing<T> {
    private final CoordinatorLink link;
    private final CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator;
    private final FragmentGatherer<T> gatherer;
    private final Outcomes outcomes;
    private final CloseMetrics metrics;
    private final Exit<T> exit;

    private Closing(
            CoordinatorLink link,
            CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator,
            FragmentGatherer<T> gatherer,
            Outcomes outcomes,
            CloseMetrics metrics,
            Exit<T> exit) {
        this.link = link;
        this.coordinator = coordinator;
        this.gatherer = gatherer;
        this.outcomes = outcomes;
        this.metrics = metrics;
        this.exit = exit;
    }

    /**
     * @param link to the open operator
     * @param wakeUp has {@link #logIsDurable} called; for any thread
     */
    static <T> Closing<T> of(
            ClosePlan<T> plan,
            int parallelism,
            FragmentReader<T> reader,
            CoordinatorLink link,
            Runnable wakeUp,
            CloseMetrics metrics,
            Exit<T> exit) {
        Regime regime = plan.settings().regime();
        AttemptDescriptions attempts = link.attempts();
        CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator =
                new CommitCoordinator<>(
                        link.slots(),
                        StateColumns.operators(plan.states()) * parallelism,
                        ResultBuilder::new,
                        (attempt, decision) -> attempt.payload().take(attempt, decision, attempts),
                        regime.turns(link.slots(), attempts::number),
                        regime.durability());
        Outcomes outcomes =
                plan.settings()
                        .byDurability(
                                OutcomesNotLogged::new,
                                settings ->
                                        new OutcomeWriter(
                                                link.log(),
                                                wakeUp,
                                                attempts,
                                                plan.states(),
                                                plan.elementSerializer()));
        FragmentGatherer<T> gatherer =
                new FragmentGatherer<>(plan, parallelism, reader, coordinator, attempts);
        return new Closing<>(link, coordinator, gatherer, outcomes, metrics, exit);
    }

    /** Reads a block of fragments and does what follows. */
    void process(Block block) throws IOException {
        if (block.isGreeting()) {
            link.send(new Feedback.Greeted());
        }
        gatherer.gather(block);
        Settled<TransactionResult<T>> settled = settle();
        if (block.isFromOpen()) {
            tellClaims();
            tellReleased(settled);
        } else {
            link.send(
                    new Feedback.Answer(
                            block.sender(),
                            block.replies(),
                            block.priority(),
                            block.highestTimestamp(),
                            block.lowTimestamp(),
                            settled.decisions(),
                            settled.slots()));
        }
        exit.leave(settled.takeResults());
    }

    /** The log has become durable up to where something waited for it. */
    void logIsDurable() throws IOException {
        Settled<TransactionResult<T>> settled = settle();
        tellReleased(settled);
        exit.leave(settled.takeResults());
    }

    private Settled<TransactionResult<T>> settle() throws IOException {
        Settled<TransactionResult<T>> settled = coordinator.settle(outcomes.durable());
        outcomes.log(settled);
        metrics.commits.inc(settled.commits());
        metrics.aborts.inc(settled.aborts());
        link.meter().ended(settled.commits(), settled.aborts());
        return settled;
    }

    private void tellReleased(Settled<TransactionResult<T>> settled) {
        if (settled.decisions() != null || settled.hasSlots()) {
            link.send(new Feedback.Released(settled.decisions(), settled.slots()));
        }
    }

    private void tellClaims() {
        List<InputIdentity> claimed = gatherer.takeClaimed();
        if (!claimed.isEmpty()) {
            link.send(new Feedback.Claimed(claimed));
        }
    }
}
