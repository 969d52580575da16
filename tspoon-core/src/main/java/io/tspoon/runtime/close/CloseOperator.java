/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.InputIdentity;
import io.tspoon.protocol.Attempt;
import io.tspoon.protocol.CommitCoordinator;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.Vote;
import io.tspoon.protocol.regime.Regime;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.transaction.TransactionResult;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/**
 * The operator where transactions end. It gathers the fragments of one coordinator's attempts,
 * decides the attempts, and emits a result for each transaction once every participant has applied
 * the decision.
 *
 * <p>For each block it reads the fragments, decides, tells the open operator, and then emits
 * results. So the decisions are on their way before the user's downstream operators can hold
 * anything up. It has no state of its own: nothing is in flight when a checkpoint barrier arrives.
 *
 * <p>With a log, outcomes are appended before the decisions are handed to the open operator, which
 * sends them out when they are durable.
 *
 * <p>Source: TSpoon, section 4.3.
 */
final class CloseOperator<T> extends AbstractStreamOperator<TransactionResult<T>>
        implements OneInputStreamOperator<Block, TransactionResult<T>>,
                CommitCoordinator.Completion<TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final ClosePlan<T> plan;
    private final transient MailboxExecutor mailbox;

    private transient int parallelism;
    private transient int maxOutcomeBytes;
    private transient FragmentReader<T> reader;
    private transient FragmentCursor fragments;
    private transient CloseMetrics closeMetrics;
    private transient IntArrayList released;

    /**
     * A new list for each block, as the record is, because a store into an old object costs a
     * fence.
     */
    private transient List<TransactionResult<T>> results;

    /** Blocks that arrived before the open operator has made itself known. */
    private transient List<Block> early;

    private transient @Nullable CoordinatorLink link;
    private transient @Nullable CommitCoordinator<ResultBuilder<T>, TransactionResult<T>>
            ownCoordinator;
    private transient Outcomes outcomes;
    private transient List<InputIdentity> claimed;

    /** Keeps loads from being removed, see {@link io.tspoon.protocol}. */
    @SuppressWarnings("UnusedVariable")
    private transient long prefetched;

    CloseOperator(ClosePlan<T> plan, StreamOperatorParameters<TransactionResult<T>> parameters) {
        super(parameters);
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    @Override
    public void open() throws Exception {
        super.open();
        parallelism = task().getNumberOfParallelSubtasks();
        reader = new FragmentReader<>(plan.states(), plan.elementSerializer());
        fragments = new FragmentCursor();
        maxOutcomeBytes = plan.settings().maxOutcomeBytes();
        closeMetrics = new CloseMetrics(getMetricGroup());
        released = new IntArrayList();
        results = new ArrayList<>();
        early = new ArrayList<>();
        claimed = new ArrayList<>();
        outcomes = new OutcomesNotLogged(); // until the open operator is known: nothing is decided
    }

    // ------------------------------------------------------------------ blocks

    @Override
    public void processElement(StreamRecord<Block> input) throws Exception {
        Block block = input.getValue();
        CoordinatorLink joined = link;
        CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator = ownCoordinator;
        if (joined == null || coordinator == null) {
            if (!isFromOwnOpen(block)) {
                early.add(block);
                return;
            }
            joined = CoordinatorLinks.find(block.link(), plan.settings().graph());
            link = joined;
            outcomes = outcomesOf(joined);
            coordinator = coordinatorOf(joined);
            ownCoordinator = coordinator;
            process(block, coordinator, joined);
            for (Block waiting : early) {
                process(waiting, coordinator, joined);
            }
            early.clear();
            return;
        }
        process(block, coordinator, joined);
        block.release();
    }

    private Outcomes outcomesOf(CoordinatorLink joined) {
        return plan.settings()
                .byDurability(
                        OutcomesNotLogged::new,
                        settings ->
                                new OutcomeWriter(
                                        joined.log(),
                                        joined.attempts(),
                                        plan.states(),
                                        plan.elementSerializer()));
    }

    private CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinatorOf(
            CoordinatorLink joined) {
        Regime regime = plan.settings().regime();
        AttemptDescriptions attempts = joined.attempts();
        return new CommitCoordinator<>(
                joined.slots(),
                StateColumns.operators(plan.states()) * parallelism,
                ResultBuilder::new,
                (attempt, decision) -> attempt.payload().take(attempt, decision, attempts),
                regime.turns(joined.slots(), attempts::number),
                regime.durability());
    }

    private void process(
            Block block,
            CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator,
            CoordinatorLink joined)
            throws Exception {
        if (block.isReplay()) {
            emitReplayed(block);
            return;
        }
        if (block.isGreeting()) {
            Greetings.checkParallelism(block, "close", parallelism);
            joined.send(new Feedback.Greeted());
        }
        if (!block.isFromOpen()) {
            prefetch(block, coordinator, joined.attempts());
        }
        readFragments(block, coordinator);
        if (block.replies() > 0) {
            coordinator.acknowledge(block.sender(), block.decisionBatch());
        }
        DecisionBatch decisions = coordinator.takeDecisions();
        if (decisions != null) {
            outcomes.decided(coordinator, decisions, block);
        }
        complete(coordinator);
        if (!claimed.isEmpty()) {
            joined.send(new Feedback.Claimed(List.copyOf(claimed)));
            claimed.clear();
        }
        if (!block.isFromOpen()) {
            joined.send(
                    new Feedback.Answer(
                            block.sender(),
                            block.replies(),
                            block.priority(),
                            block.highestTimestamp(),
                            block.lowTimestamp(),
                            decisions,
                            released.toIntArray()));
        } else if (decisions != null || !released.isEmpty()) {
            joined.send(new Feedback.Released(decisions, released.toIntArray()));
        }
        released.clear();
        emitResults();
    }

    private boolean isFromOwnOpen(Block block) {
        return block.isFromOpen() && block.coordinator() == task().getIndexOfThisSubtask();
    }

    // ------------------------------------------------------------------ log

    private void complete(CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator) {
        long durable = outcomes.durable();
        coordinator.complete(this, durable);
        long awaited = coordinator.awaitedTicket(durable);
        if (awaited > 0) {
            outcomes.await(awaited, this::scheduleCompletion);
        }
    }

    /** Called by a thread of the log, or by the mailbox thread if the ticket is durable by then. */
    private void scheduleCompletion() {
        try {
            mailbox.execute(this::completeDurable, "log of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped what the log said: the close operator has ended", e);
        }
    }

    private void completeDurable() {
        CoordinatorLink joined = Objects.requireNonNull(link);
        complete(Objects.requireNonNull(ownCoordinator));
        if (!released.isEmpty()) {
            joined.send(new Feedback.Released(null, released.toIntArray()));
            released.clear();
        }
        emitResults();
    }

    /** Emits results that an earlier run has logged but may not have emitted. */
    private void emitReplayed(Block block) throws IOException {
        DataInputDeserializer payload = block.readPayload();
        for (int i = 0; i < block.size(); i++) {
            results.add(reader.readLogged(payload));
        }
        block.checkConsumed();
        emitResults();
    }

    /**
     * Loads the attempts of a block and their descriptions into the cache ({@link
     * io.tspoon.protocol}).
     */
    private void prefetch(
            Block block,
            CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator,
            AttemptDescriptions known) {
        long touched = 0;
        for (int i = 0; i < block.size(); i++) {
            int slot = block.slot(i);
            touched += known.prefetch(slot) + coordinator.prefetch(slot);
        }
        prefetched = touched;
    }

    private void readFragments(
            Block block, CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator)
            throws Exception {
        int sender = block.sender();
        int operator = sender / parallelism;
        FragmentCursor fragment = fragments.begin(block);
        DataInputDeserializer payload = fragment.payload();
        Attempt<ResultBuilder<T>> attempt = null;
        Attempt<ResultBuilder<T>> spare = null; // young, so a store into it costs no fence
        int firstRow = 0; // of the attempt, with the place of its payload
        int firstByte = 0;
        boolean repeatsValues = false;
        while (fragment.next()) {
            if (fragment.isClaim()) {
                claimed.add(FragmentReader.readClaim(payload));
                continue;
            }
            if (attempt != null && attempt.timestamp() == fragment.timestamp()) {
                attempt.addWeight(fragment.weight());
            } else {
                if (attempt != null) {
                    int bytes = payload.getPosition() - firstByte;
                    bound(attempt, repeatsValues, fragment.row() - firstRow, bytes);
                    spare = decide(attempt, coordinator);
                }
                firstRow = fragment.row();
                firstByte = payload.getPosition();
                repeatsValues = false;
                attempt =
                        coordinator.fragment(
                                fragment.slot(), fragment.timestamp(), fragment.weight(), spare);
            }
            repeatsValues |= fragment.isValueElement();
            if (fragment.isDependent()) {
                coordinator.depends(attempt, sender, payload.readInt(), payload.readLong());
            }
            ResultBuilder<T> result = attempt.payload();
            if (fragment.isHeld()) {
                attempt.addParticipant(sender);
            }
            if (fragment.writes()) {
                reader.readWrite(operator, fragment, result);
            }
            if (fragment.hasElement()) {
                reader.readElement(payload, result);
            }
            Vote vote = fragment.vote();
            if (vote != Vote.COMMIT) {
                attempt.vote(vote);
                if (vote == Vote.ABORT) {
                    result.addReason(reader.readReason(payload));
                }
            }
        }
        if (attempt != null) {
            int bytes = payload.getPosition() - firstByte;
            bound(attempt, repeatsValues, fragment.row() - firstRow, bytes);
            decide(attempt, coordinator);
        }
        fragment.checkConsumed();
    }

    /**
     * Votes to abort an attempt whose outcome is too large for a log or a record of Flink, once.
     *
     * @param repeatsValues whether a written value is an element, too
     * @param rows number of its fragments
     * @param payloadBytes of the fragments
     */
    private void bound(
            Attempt<ResultBuilder<T>> attempt, boolean repeatsValues, int rows, int payloadBytes) {
        ResultBuilder<T> result = attempt.payload();
        result.addBytes(FragmentWriter.outcomeBytes(rows, payloadBytes, repeatsValues));
        if (result.exceeds(maxOutcomeBytes)) {
            attempt.vote(Vote.ABORT);
            result.addReason(AbortReasons.byBound(plan.settings().graph(), "", maxOutcomeBytes));
        }
    }

    /** Decides the attempt if it is whole, and returns it if it can be reused for another one. */
    private @Nullable Attempt<ResultBuilder<T>> decide(
            Attempt<ResultBuilder<T>> attempt,
            CommitCoordinator<ResultBuilder<T>, TransactionResult<T>> coordinator) {
        coordinator.decideIfWhole(attempt, this);
        return coordinator.isOver(attempt) ? attempt : null;
    }

    // ------------------------------------------------------------------ results

    @Override
    public void completed(int slot, Decision decision, @Nullable TransactionResult<T> result) {
        released.add(slot);
        CoordinatorLink joined = link;
        if (result == null || joined == null) {
            return;
        }
        if (decision == Decision.COMMIT) {
            closeMetrics.commits.inc();
            joined.meter().committed();
        } else {
            closeMetrics.aborts.inc();
            joined.meter().aborted();
        }
        results.add(result);
    }

    private void emitResults() {
        if (results.isEmpty()) {
            return;
        }
        List<TransactionResult<T>> emitted = results;
        results = new ArrayList<>(emitted.size());
        StreamRecord<TransactionResult<T>> record = new StreamRecord<>(null);
        for (int i = 0; i < emitted.size(); i++) {
            output.collect(record.replace(emitted.get(i)));
        }
    }

    private TaskInfo task() {
        RuntimeContext context = getRuntimeContext();
        return context.getTaskInfo();
    }
}
