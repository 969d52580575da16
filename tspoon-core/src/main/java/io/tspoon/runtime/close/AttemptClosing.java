/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.commit.Attempt;
import io.tspoon.protocol.commit.CommitCoordinator;
import io.tspoon.protocol.commit.Settled;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.transaction.TransactionResult;

import java.io.IOException;
import java.util.List;

/**
 * Decides attempts, whose participants have voted. For each block it reads what has come, settles,
 * and then logs, tells open, and lets results leave, in this order. So decisions are on their way
 * before the user's downstream operators can hold anything up.
 *
 * <p>Confined to the mailbox thread.
 */
final class AttemptClosing<T> implements Closing {
    private final TaskVertex vertex;
    private final FragmentReader<T> reader;
    private final CoordinatorLink link;
    private final AttemptDescriptions attempts;
    private final CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator;
    private final FragmentGatherer<T> gatherer;
    private final Outcomes outcomes;
    private final CloseMetrics metrics;
    private final CallResults<T> calls;
    private final TimerResults timers;
    private final TriggerResults<T> triggers;
    private final Exit<T> exit;

    /**
     * @param link to the open operator
     * @param wakeUp has {@link #logIsDurable} called; for any thread
     * @param calls gets those of calls first
     * @param exit gets the results
     */
    AttemptClosing(
            ClosePlan<T> plan,
            TaskVertex vertex,
            CoordinatorLink link,
            Runnable wakeUp,
            CloseMetrics metrics,
            CallResults<T> calls,
            Exit<T> exit) {
        Regime regime = plan.settings().regime();
        this.attempts = link.attempts();
        this.vertex = vertex;
        int parallelism = vertex.parallelism();
        this.reader = new FragmentReader<>(plan);
        this.link = link;
        this.coordinator =
                new CommitCoordinator<>(
                        link.slots(),
                        StateColumns.operators(plan.states()) * parallelism,
                        ResultBuilder::new,
                        (attempt, decision) -> attempt.payload().take(attempt, decision, attempts),
                        regime.turns(link.slots(), attempts::number),
                        regime.durability());
        this.gatherer = new FragmentGatherer<>(plan, parallelism, reader, coordinator, attempts);
        this.outcomes =
                plan.settings()
                        .byDurability(
                                OutcomesNotLogged::new,
                                settings ->
                                        new OutcomeWriter(
                                                link.log(),
                                                wakeUp,
                                                new OutcomeEncoder(link.log(), attempts, plan)));
        this.metrics = metrics;
        this.calls = calls;
        this.timers = new TimerResults(link);
        this.triggers = new TriggerResults<>(link);
        this.exit = exit;
    }

    @Override
    public void received(CoordinatorToClose block) throws IOException {
        if (block.isReplay()) {
            exit.leaveAgain(reader.readLogged(block.fragments()));
            return;
        }
        if (block.isGreeting()) {
            Greetings.checkParallelism(block, "close", vertex);
            link.send(new Feedback.Greeted());
        }
        gatherer.gather(block);
        Settled<TransactionResult<T>> settled = settle();
        Leaving<T> leaving = take(settled);
        tellClaims();
        tellReleased(settled);
        tellGathered();
        exit.leave(leaving);
    }

    @Override
    public void received(ParticipantToClose block) throws IOException {
        if (block.tellsTimers()) {
            link.send(new Feedback.Due(block.participant(), block.firedUpTo(), block.dueTimers()));
        }
        gatherer.gather(block);
        Settled<TransactionResult<T>> settled = settle();
        Leaving<T> leaving = take(settled);
        link.send(
                new Feedback.Answer(
                        block.participant(),
                        block.replies(),
                        block.priority(),
                        block.highestTimestamp(),
                        block.awaitedLow(),
                        settled.decisions(),
                        settled.slots()));
        tellGathered();
        exit.leave(leaving);
    }

    @Override
    public void logIsDurable() throws IOException {
        Settled<TransactionResult<T>> settled = settle();
        Leaving<T> leaving = take(settled);
        tellReleased(settled);
        exit.leave(leaving);
    }

    private Settled<TransactionResult<T>> settle() throws IOException {
        Settled<TransactionResult<T>> settled = coordinator.settle(outcomes.durable());
        outcomes.log(settled);
        metrics.commits.inc(settled.commits());
        metrics.aborts.inc(settled.aborts());
        link.meter().ended(settled.commits(), settled.aborts());
        return settled;
    }

    /**
     * Takes the results with what their slots know of them, before open learns that it may use the
     * slots again.
     */
    private Leaving<T> take(Settled<TransactionResult<T>> settled) {
        List<TransactionResult<T>> results =
                triggers.tell(settled.takeResults(), settled.resultSlots());
        calls.tell(results);
        timers.tell(results, settled.resultSlots());
        if (attempts.hasBatches()) {
            metrics.ended(results);
        }
        attempts.forgetBatches(settled.resultSlots(), results.size());
        return new Leaving<>(results, attempts.times(settled.resultSlots(), results.size()));
    }

    private void tellReleased(Settled<TransactionResult<T>> settled) {
        if (settled.decisions() != null || settled.hasSlots()) {
            link.send(new Feedback.Released(settled.decisions(), settled.slots()));
        }
    }

    private void tellGathered() {
        for (Attempt<ResultBuilder<T>> attempt : coordinator.takeGathered()) {
            link.send(ResultBuilder.gathered(attempt));
        }
    }

    private void tellClaims() {
        List<InputIdentity> claimed = gatherer.takeClaimed();
        if (!claimed.isEmpty()) {
            link.send(new Feedback.Claimed(claimed));
        }
    }
}
