/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogWriter;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.protocol.commit.DecisionBatch;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.InputClaims;
import io.tspoon.runtime.log.LogCut;
import io.tspoon.runtime.log.LogHistory;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.log.LogSegments;
import io.tspoon.runtime.log.LogState;
import io.tspoon.runtime.log.LoggedBatches;
import io.tspoon.runtime.log.LoggedCalls;
import io.tspoon.runtime.log.LoggedInputs;
import io.tspoon.runtime.log.LoggedTriggers;
import io.tspoon.runtime.log.OldParts;
import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.PartEntry;
import io.tspoon.runtime.log.RecoveryProgress;
import io.tspoon.runtime.log.Replay;
import io.tspoon.runtime.log.ReplaySender;
import io.tspoon.runtime.log.SegmentLedger;
import io.tspoon.runtime.log.StartChecks;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Durability with a log. Decisions wait until they are durable. Segments begin and are deleted with
 * checkpoints. After a restore the log is read back, and inputs whose outcome it holds are dropped.
 *
 * <p>Confined to the mailbox thread.
 */
final class OpenLog<I> implements OpenDurability<I> {
    private static final Logger LOG = LoggerFactory.getLogger(OpenLog.class);

    private final OpenPlan<I> plan;
    private final TaskInfo task;
    private final Origin origin;
    private final CommitLog log;
    private final LoggedInputs<I> inputs;
    private final LogSegments segments;
    private final LogRecovery recovery;
    private final LogCut cut = new LogCut();
    private final boolean cutsLogs;
    private final ArrayDeque<DecisionBatch> held = new ArrayDeque<>();

    /** Inputs that came to coordinators that have read the log before this one. */
    private final List<InputIdentity> claimedEarly = new ArrayList<>();

    private @Nullable Replay replay;
    private boolean recovered;

    private OpenLog(
            OpenPlan<I> plan,
            TaskInfo task,
            Origin origin,
            CommitLog log,
            LogSegments segments,
            LogRecovery recovery) {
        this.plan = plan;
        this.task = task;
        this.origin = origin;
        this.log = log;
        this.inputs = new LoggedInputs<>(plan, task);
        this.segments = segments;
        this.recovery = recovery;
        this.cutsLogs =
                plan.settings()
                        .regime()
                        .cutsLogs(
                                task.getNumberOfParallelSubtasks(),
                                StateColumns.operators(plan.states()));
        if (cutsLogs) {
            segments.haveMarks();
        }
    }

    /**
     * Opens the coordinator's part for writing, so that no earlier run can write to it any more,
     * nor to the parts of a run of higher parallelism. As far as this can be known by then, a log
     * from which the job cannot go on is refused before that.
     *
     * @param settings of the log; the other parameters are those of {@link OpenDurability#open}
     */
    static <I> OpenLog<I> open(
            OpenPlan<I> plan,
            LogSettings settings,
            RuntimeContext context,
            CheckpointSettings checkpoints,
            MailboxExecutor mailbox,
            LogState state,
            Runnable wakeUp)
            throws Exception {
        String graph = plan.settings().graph();
        TaskInfo task = context.getTaskInfo();
        remindOfAcceptedLoss(plan, task);
        new StartChecks(plan, state).checkInputType(context.getUserCodeClassLoader());
        Origin origin = state.origin(context.getJobInfo().getJobId().toHexString());
        LogRecovery recovery =
                new LogRecovery(settings.log(), graph, origin, plan.settings().acceptsLoss());
        recovery.checkBeforeWriting(
                state.entries().stream().map(PartEntry::part).collect(Collectors.toSet()));
        OldParts oldParts = OldParts.shut(settings.log(), graph, task);
        LogWriter writer = openWriter(settings, graph, task.getIndexOfThisSubtask(), mailbox);
        try {
            CommitLog log = new CommitLog(writer, wakeUp, System::nanoTime);
            SegmentLedger ledger =
                    new SegmentLedger(
                            origin.job(),
                            Math.max(settings.retainedCheckpoints(), checkpoints.retained()),
                            settings.retainedSavepoints(),
                            checkpoints.mostConcurrent());
            LogSegments segments = new LogSegments(plan, task, origin.job(), log, ledger, oldParts);
            segments.restore(state.checkpoints(), state.savepoints());
            state.entries().forEach(segments::restore);
            return new OpenLog<>(plan, task, origin, log, segments, recovery);
        } catch (Exception e) {
            IOUtils.closeQuietly(writer);
            throw e;
        }
    }

    /** Warns before anything is lost, in case somebody has forgotten to remove the setting. */
    static void remindOfAcceptedLoss(OpenPlan<?> plan, TaskInfo task) {
        if (!plan.settings().acceptsLoss() || task.getIndexOfThisSubtask() != 0) {
            return;
        }
        String graph = plan.settings().graph();
        LOG.warn(
                "[TSP-3223] Accepting whatever the write-ahead log has lost, at this start and at"
                    + " each restart of the job, for log-accept-loss is set, graph={}. It is meant"
                    + " for one start: remove tspoon.{}.log-accept-loss, stop the job with a"
                    + " savepoint and start it without",
                graph,
                graph);
    }

    private static LogWriter openWriter(
            LogSettings settings, String graph, int part, MailboxExecutor mailbox)
            throws IOException {
        return settings.log().openWriter(graph, part, cause -> fail(graph, part, mailbox, cause));
    }

    /** Fails the job. Called by a thread of the log. */
    private static void fail(String graph, int part, MailboxExecutor mailbox, Throwable cause) {
        try {
            mailbox.execute(
                    () -> {
                        throw new IOException(
                                "[TSP-3005] Cannot commit transactions: the write-ahead log cannot"
                                        + " be written, graph="
                                        + graph
                                        + ", coordinator="
                                        + part
                                        + ". Nothing that was not logged has been shown; the job"
                                        + " goes on from there once it can be written again",
                                cause);
                    },
                    "failure of the log of t-graph %s",
                    graph);
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped failure of the log: the open operator has ended", e);
        }
    }

    @Override
    public CoordinatorLink link(int slots, Runnable wakeUp) {
        return CoordinatorLinks.open(slots, wakeUp, log, OpenDurability.described(plan));
    }

    @Override
    public void register(OpenMetrics metrics) {
        metrics.log(log);
    }

    @Override
    public long waitingMs() {
        return log.waitingMs();
    }

    // ------------------------------------------------------------------ inputs

    @Override
    public boolean isRepeated(I element, String key, InputClaims claims) throws IOException {
        return inputs.isRepeated(element, key, claims);
    }

    @Override
    public boolean isAwaited(String entrance, String key) {
        return inputs.isAwaited(entrance, key);
    }

    @Override
    public void sourceBegins() {
        inputs.awaited().sourceBegins();
    }

    @Override
    public void identify(Transaction<I> transaction, I element) throws IOException {
        inputs.identify(transaction, element);
    }

    @Override
    public void claimed(List<InputIdentity> others) {
        if (recovered) {
            inputs.claimed(others);
        } else {
            claimedEarly.addAll(others);
        }
    }

    @Override
    public long awaitedInputs() {
        return inputs.awaited().size();
    }

    // ------------------------------------------------------------------ decisions

    /** Holds the batch until it is durable. */
    @Override
    public void decided(DecisionBatch batch, Consumer<DecisionBatch> decide) {
        held.add(batch);
    }

    @Override
    public void releaseDurable(Consumer<DecisionBatch> decide) {
        DecisionBatch head = held.peek();
        while (head != null && head.ticket() <= log.durable()) {
            held.remove();
            decide.accept(head);
            head = held.peek();
        }
    }

    @Override
    public PartMarks marks(AdmissionWindow<I> window, HybridClock clock) {
        return cutsLogs ? new LoggedMarks(log, window, clock, this::isRecovered) : PartMarks.NONE;
    }

    // ------------------------------------------------------------------ recovery

    @Override
    public boolean isRecovered() {
        return recovered;
    }

    @Override
    public void connect(
            ClassLoader userClasses,
            ReplaySender sender,
            HybridClock clock,
            LoggedCalls calls,
            LoggedBatches batches,
            LoggedTriggers triggers) {
        replay =
                new Replay(
                        plan,
                        task,
                        userClasses,
                        sender,
                        clock,
                        inputs.awaited(),
                        cut,
                        calls,
                        batches,
                        triggers);
    }

    @Override
    public long recover() throws Exception {
        Replay receiver = Objects.requireNonNull(replay, "not connected");
        int coordinator = task.getIndexOfThisSubtask();
        int parallelism = task.getNumberOfParallelSubtasks();
        String graph = plan.settings().graph();
        RecoveryProgress progress = new RecoveryProgress(graph, coordinator, System::nanoTime);
        LogHistory history = recovery.find(segments.restoredParts(), parallelism);
        segments.logLostInputs(history);
        Map<Integer, Long> parts = history.starts();
        progress.found(parts.size());
        findCut(parts);
        for (Map.Entry<Integer, Long> part : parts.entrySet()) {
            progress.beginPart();
            receiver.beginPart(
                    part.getKey(),
                    part.getKey() % parallelism == coordinator,
                    history.hasRestoredSnapshot(part.getKey()),
                    progress);
            recovery.read(part.getKey(), part.getValue(), receiver);
        }
        long transactions = receiver.end();
        long ms = progress.elapsedMs();
        LOG.info(
                "Recovered from write-ahead log, graph={}, coordinator={}, checkpoint={}, parts={},"
                        + " transactions={}, awaited inputs={}, ms={}",
                graph,
                coordinator,
                origin.snapshot().id(),
                parts.size(),
                transactions,
                inputs.awaited().size(),
                ms);
        segments.beginRun(origin, history, cutsLogs || recovery.hasMarks() ? cut.cut() : null);
        replay = null; // frees the buffer of its largest transaction
        recovered = true;
        inputs.claimed(claimedEarly);
        claimedEarly.clear();
        return ms;
    }

    /** Reads all parts once more if they have to be cut at one id. */
    private void findCut(Map<Integer, Long> parts) throws Exception {
        if (recovery.hasMarks()) {
            for (Map.Entry<Integer, Long> part : parts.entrySet()) {
                cut.beginPart();
                recovery.read(part.getKey(), part.getValue(), cut);
            }
            cut.end();
        }
    }

    // ------------------------------------------------------------------ checkpoints

    /** Begins the segment of a snapshot. */
    @Override
    public @Nullable String roll(long snapshot, SnapshotType type, int waiting) throws IOException {
        boolean begun = segments.roll(snapshot, type, inputs.carriedOver(waiting));
        while (!begun && inputs.forgetHalf(waiting)) {
            begun = segments.roll(snapshot, type, inputs.carriedOver(waiting));
        }
        return begun ? null : tooManyAwaited();
    }

    private String tooManyAwaited() {
        return "[TSP-3214] Cannot take snapshot yet: the source has not given enough of the logged"
                + " inputs again, and those that are left are too many for a header of the"
                + " write-ahead log, graph="
                + plan.settings().graph()
                + ", coordinator="
                + task.getIndexOfThisSubtask()
                + ", awaited inputs="
                + inputs.awaited().size()
                + ", limit in bytes="
                + log.maxHeaderBytes()
                + ". The job goes on, and Flink tries again with the next checkpoint. Ask for a"
                + " savepoint when the metric awaitedInputs has fallen, best to 0";
    }

    @Override
    public void snapshot(LogState state) throws Exception {
        state.update(segments);
    }

    @Override
    public void completed(long checkpoint) throws IOException {
        segments.completed(checkpoint);
    }

    @Override
    public void aborted(long checkpoint) {
        segments.aborted(checkpoint);
    }

    /**
     * Closes the log. A failure is only logged: either the job has failed already, or nothing was
     * left to write, because no result shows anything that is not durable. Throwing here would end
     * the whole TaskManager.
     */
    @Override
    public void close() {
        segments.close();
        try {
            log.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "[TSP-3016] Cannot close write-ahead log: graph={}, part={}. All that a result"
                            + " has shown is durable; nothing needs to be done but what the job's"
                            + " failure says, if it has failed",
                    plan.settings().graph(),
                    task.getIndexOfThisSubtask(),
                    e);
        }
    }
}
