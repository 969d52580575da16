/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.IdlenessOperator;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.HybridClock;
import io.tspoon.protocol.LowestValue;
import io.tspoon.protocol.Transaction;
import io.tspoon.protocol.Weight;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.feedback.Feedback;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;

/**
 * Where elements become transactions: admits them, runs the stateless operations before the first
 * stateful operator, sends attempts and decisions, and executes again what was refused.
 *
 * <p>Before a checkpoint barrier goes on, it waits until nothing is in flight, so that a checkpoint
 * holds installed values only. After a restore the participants say above which timestamp the clock
 * must start. With a log, decisions go out when they are durable, and after a restore what the log
 * holds is repeated before anything new is admitted, see {@link LoggedInputs}.
 *
 * <p>Source: TSpoon, section 4.1.
 */
final class OpenOperator<I> extends IdlenessOperator<Block>
        implements OneInputStreamOperator<I, Block>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    private static final int LATENCY_SAMPLE_MASK = 15;

    /** Key in the broadcast state: the job that took the snapshot. */
    private static final String LOG_WRITER = "job";

    private final OpenPlan<I> plan;

    private transient MailboxExecutor mailbox;
    private transient int coordinator;
    private transient HybridClock clock;
    private transient AdmissionWindow<I> window;
    private transient LowestValue priorities;
    private transient CoordinatorLink link;
    private transient @Nullable LoggedInputs<I> logged;
    private transient @Nullable Replay replay;
    private transient ListState<byte[]> segments;
    private transient BroadcastState<String, String> logWriter;
    private transient OptionalLong restoredCheckpoint;
    private transient RoundSender sender;
    private transient FragmentWriter writer;
    private transient AbortCapture capture;
    private transient Pipeline pipeline;
    private transient Pipeline.Entry<I> entry;
    private transient WatermarkGate watermarks;
    private transient OpenMetrics openMetrics;
    private transient boolean copiesForKeeping;
    private transient boolean copiesForUse;
    private transient long nowNanos;

    /** Highest timestamp that any participant has seen; at PL4 they may wait for promises. */
    private transient long awaited;

    /** Number of admissions at the last heartbeat. */
    private transient long admittedBefore;

    OpenOperator(OpenPlan<I> plan, StreamOperatorParameters<Block> parameters) {
        super(parameters);
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    // ------------------------------------------------------------------ life cycle

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        restoredCheckpoint = context.getRestoredCheckpointId();
        segments =
                context.getOperatorStateStore()
                        .getListState(
                                new ListStateDescriptor<>(
                                        "log-segments",
                                        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        logWriter =
                context.getOperatorStateStore()
                        .getBroadcastState(
                                new MapStateDescriptor<>("log-writer", Types.STRING, Types.STRING));
    }

    @Override
    public void open() throws Exception {
        super.open();
        coordinator = task().getIndexOfThisSubtask();
        int parallelism = task().getNumberOfParallelSubtasks();
        int maxParallelism = task().getMaxNumberOfParallelSubtasks();
        boolean objectReuse = getExecutionConfig().isObjectReuseEnabled();
        boolean mutable = !plan.inputSerializer().isImmutableType();
        copiesForKeeping = objectReuse && mutable;
        copiesForUse = !objectReuse && mutable;

        clock = new HybridClock(coordinator, InstantSource.system());
        window = new AdmissionWindow<>(plan.settings().maxInFlight());
        int states = plan.states().size();
        priorities =
                new LowestValue(Math.max(1, states * parallelism), AdmissionWindow.NO_PRIORITY);
        LogSettings logSettings = plan.settings().log();
        if (logSettings != null) {
            logged = openLog(logSettings);
        }
        link =
                CoordinatorLinks.open(
                        window.slots(),
                        this::scheduleFeedback,
                        logged == null ? null : logged.log());
        boolean[] all = new boolean[states];
        Arrays.fill(all, true);
        Outputs outputs = new Outputs(output, parallelism, all);
        openMetrics =
                new OpenMetrics(getMetricGroup(), () -> new DescriptiveStatisticsHistogram(1024));
        sender =
                new RoundSender(
                        plan.settings(),
                        coordinator,
                        clock,
                        window,
                        link,
                        outputs,
                        openMetrics.roundSize);
        writer = new FragmentWriter(outputs);
        capture = new AbortCapture();
        Pipeline.Routing routing = new Pipeline.Routing(plan.router(), maxParallelism, parallelism);
        pipeline = new Pipeline(writer, capture, routing, objectReuse);
        entry = pipeline.entry(plan.outlets(), plan.inputSerializer());
        pipeline.open(getRuntimeContext());
        watermarks = new WatermarkGate(output::emitWatermark, this::emitIdle);
        if (logged != null) {
            replay =
                    new Replay(
                            plan,
                            task(),
                            getUserCodeClassloader(),
                            outputs,
                            sender,
                            clock,
                            logged.awaited());
            openMetrics.log(logged.log()::bytes);
        }
        sender.greet();
        scheduleHeartbeat();
    }

    @Override
    public void close() throws Exception {
        if (link != null) {
            CoordinatorLinks.close(link);
        }
        if (logged != null) {
            logged.close();
        }
        if (pipeline != null) {
            pipeline.close();
        }
        super.close();
    }

    // ------------------------------------------------------------------ elements

    @Override
    public void processElement(StreamRecord<I> record) throws Exception {
        while (!isReady() || !window.mayAdmit(priorities.lowest())) {
            if (sender.hasLeft()) {
                sender.join();
            }
            sender.sendIfDue();
            mailbox.yield();
        }
        I element = record.getValue();
        String key = keyOf(element);
        if (logged != null && isRepeated(element, key, logged)) {
            return;
        }
        TypeSerializer<I> serializer = plan.inputSerializer();
        I kept = copiesForKeeping ? serializer.copy(element) : element;
        Transaction<I> transaction = window.admit(kept, key, admissionNanos());
        if (logged != null) {
            logged.identify(transaction, element);
        }
        begin(transaction, copiesForUse ? serializer.copy(element) : element);
        sender.sendIfDue();
    }

    private boolean isReady() {
        return sender.isGreeted() && (logged == null || logged.isRecovered());
    }

    /** Whether an earlier run has logged the outcome for this element, so that it is over. */
    private boolean isRepeated(I element, String key, LoggedInputs<I> inputs) throws Exception {
        InputIdentity input = inputs.claim(element, key);
        if (input == null) {
            return false;
        }
        if (inputs.isKnownElsewhere()) {
            sender.claim(input);
        }
        return true;
    }

    /** The time; read anew for the admissions whose latency is sampled, so every sixteenth. */
    private long admissionNanos() {
        if (((window.admitted() + 1) & LATENCY_SAMPLE_MASK) == 0 || window.inFlight() == 0) {
            nowNanos = System.nanoTime();
        }
        return nowNanos;
    }

    private String keyOf(I element) throws Exception {
        KeySelector<I, String> selector = plan.transactionKey();
        if (selector == null) {
            return "";
        }
        String key = selector.getKey(element);
        if (key == null) {
            throw new NullPointerException(
                    "Cannot open transaction: its key is null, graph="
                            + plan.settings().graph()
                            + ", element="
                            + element
                            + ". Give every element a key.");
        }
        return key;
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermarks.arrived(mark, window.admitted(), oldestInFlight());
    }

    @Override
    protected void inputFellIdle() {
        watermarks.fellIdle(window.admitted(), oldestInFlight());
    }

    @Override
    protected boolean inputBecameActive() {
        return watermarks.becameActive();
    }

    /** Runs the stateless operations of an attempt and gathers what comes out. */
    private void begin(Transaction<I> transaction, I element) throws Exception {
        int slot = window.begin(transaction);
        int place = sender.gather(slot);
        writer.begin(coordinator, slot, place);
        capture.begin();
        try {
            entry.accept(element);
        } catch (AbortSignal signal) {
            // The reason is in the capture.
        } catch (Exception e) {
            LOG.error(
                    "Cannot execute transaction: a function inside the t-graph failed, and the job"
                            + " with it, graph={}, attempts={}, element={}",
                    plan.settings().graph(),
                    transaction.attempts(),
                    element);
            throw e;
        }
        AbortReason reason = capture.reason();
        if (reason != null) {
            writer.abort(reason, false);
        }
        writer.end(Weight.WHOLE);
    }

    // ------------------------------------------------------------------ feedback

    /** Called by the close operator's thread. */
    private void scheduleFeedback() {
        try {
            mailbox.execute(
                    this::processFeedback, "feedback of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped feedback: the open operator has ended", e);
        }
    }

    private void processFeedback() throws Exception {
        link.beginPolling();
        decideDurable();
        Feedback feedback = link.poll();
        while (feedback != null) {
            apply(feedback);
            feedback = link.poll();
        }
        recoverIfGreeted();
        executeAgain();
        sender.sendIfDue();
        if (plan.settings().isOrdered() && sender.isAwaited(awaited)) {
            sender.heartbeat();
        }
        openMetrics.inFlight(window.inFlight());
    }

    private void apply(Feedback feedback) {
        clock.observe(feedback.highestTimestamp());
        sender.answered(feedback.replies());
        awaited = Math.max(awaited, feedback.highestTimestamp());
        if (feedback.participant() >= 0) {
            priorities.set(feedback.participant(), feedback.priority());
        }
        DecisionBatch batch = feedback.decisions();
        if (logged != null) {
            if (batch != null) {
                logged.hold(batch);
            }
            logged.claimed(feedback.claimed());
            decideDurable(); // what is released below was decided in batches that are durable
        } else if (batch != null) {
            decide(batch);
        }
        for (int slot : feedback.released()) {
            Transaction<I> completed = window.release(slot);
            if (completed != null && (completed.number() & LATENCY_SAMPLE_MASK) == 0) {
                openMetrics.latencyNanos.update(System.nanoTime() - completed.admittedNanos());
            }
        }
        if (watermarks.isHolding()) {
            watermarks.advance(oldestInFlight());
        }
    }

    /** Number of the oldest admission in flight. */
    private long oldestInFlight() {
        Transaction<I> oldest = window.oldestInFlight();
        return oldest == null ? Long.MAX_VALUE : oldest.number();
    }

    private void decide(DecisionBatch batch) {
        long priority = window.priority();
        for (int i = 0; i < batch.size(); i++) {
            Decision decision = batch.decision(i);
            window.decided(batch.slot(i), batch.timestamp(i), decision);
            if (decision == Decision.RETRY) {
                openMetrics.retries.inc();
            }
        }
        sender.relay(batch);
        if (window.priority() != priority) {
            sender.priorityChanged();
        }
    }

    // ------------------------------------------------------------------ log

    private LoggedInputs<I> openLog(LogSettings settings) throws Exception {
        WriteAheadLog log = settings.log();
        String graph = plan.settings().graph();
        int parallelism = task().getNumberOfParallelSubtasks();
        // Parts of a run of higher parallelism: whoever still writes there has to stop.
        for (int part : log.parts(graph)) {
            if (part >= parallelism && part % parallelism == coordinator) {
                log.openWriter(graph, part, this::logFailed).close();
            }
        }
        LogWriter writer = log.openWriter(graph, coordinator, this::logFailed);
        LoggedInputs<I> inputs =
                new LoggedInputs<>(
                        plan,
                        settings,
                        task(),
                        job(),
                        restoredSnapshot(),
                        new CommitLog(writer, () -> link.wakeUp()));
        for (byte[] entry : segments.get()) {
            inputs.restore(entry);
        }
        return inputs;
    }

    private String job() {
        RuntimeContext context = getRuntimeContext();
        return context.getJobInfo().getJobId().toHexString();
    }

    private LogRecovery.Snapshot restoredSnapshot() throws Exception {
        String writtenBy = restoredCheckpoint.isPresent() ? logWriter.get(LOG_WRITER) : null;
        return new LogRecovery.Snapshot(
                restoredCheckpoint.orElse(LogRecovery.NO_CHECKPOINT),
                writtenBy == null ? "" : writtenBy);
    }

    /** Called by a thread of the log. */
    private void logFailed(Throwable cause) {
        try {
            mailbox.execute(
                    () -> {
                        throw new IOException(
                                "Cannot commit transactions: the write-ahead log cannot be"
                                        + " written, graph="
                                        + plan.settings().graph()
                                        + ", coordinator="
                                        + coordinator
                                        + ". Nothing that was not logged has been shown; the job"
                                        + " goes on from there once it can be written again",
                                cause);
                    },
                    "failure of the log of t-graph %s",
                    plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped failure of the log: the open operator has ended", e);
        }
    }

    /** Lets decisions out that are durable. */
    private void decideDurable() {
        if (logged == null) {
            return;
        }
        DecisionBatch batch = logged.pollDurable();
        while (batch != null) {
            decide(batch);
            batch = logged.pollDurable();
        }
    }

    /** When all coordinators have greeted, no earlier run can log any more: the log is read. */
    private void recoverIfGreeted() throws Exception {
        if (logged != null && replay != null && !logged.isRecovered() && sender.isGreeted()) {
            openMetrics.recovered(logged.recover(replay));
            sender.join();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        segments.update(logged == null ? List.of() : List.of(logged.snapshot()));
        if (logged == null) {
            logWriter.clear();
        } else {
            logWriter.put(LOG_WRITER, job());
        }
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        if (logged != null) {
            logged.completed(checkpointId);
        }
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        if (logged != null) {
            logged.aborted(checkpointId);
        }
    }

    // ------------------------------------------------------------------ execution again

    private void executeAgain() throws Exception {
        Transaction<I> transaction = window.pollRetry(priorities.lowest());
        while (transaction != null) {
            I element = transaction.element();
            begin(transaction, copiesForUse ? plan.inputSerializer().copy(element) : element);
            sender.sendIfDue();
            transaction = window.pollRetry(priorities.lowest());
        }
    }

    // ------------------------------------------------------------------ time

    private void scheduleHeartbeat() {
        ProcessingTimes.after(
                getProcessingTimeService(), plan.settings().heartbeatMs(), this::onHeartbeat);
    }

    private void onHeartbeat() throws Exception {
        checkDeadline();
        executeAgain();
        if (plan.settings().isOrdered() && sender.isGreeted() && isIdle()) {
            sender.leave();
        } else {
            sender.heartbeat();
        }
        admittedBefore = window.admitted();
        scheduleHeartbeat();
    }

    /** Whether nothing is in flight, and nothing has entered since the last heartbeat. */
    private boolean isIdle() {
        return window.inFlight() == 0 && window.admitted() == admittedBefore;
    }

    private void checkDeadline() {
        Transaction<I> oldest = window.oldestInFlight();
        if (oldest == null) {
            return;
        }
        long ageMs = (System.nanoTime() - oldest.admittedNanos()) / 1_000_000;
        if (ageMs > plan.settings().deadlineMs()) {
            throw new TransactionTimeoutException(
                    "Cannot complete transaction: its deadline has passed, graph="
                            + plan.settings().graph()
                            + ", id="
                            + oldest.id()
                            + ", attempts="
                            + oldest.attempts()
                            + ", ageMs="
                            + ageMs
                            + ", deadlineMs="
                            + plan.settings().deadlineMs()
                            + ", inFlight="
                            + window.inFlight()
                            + ", element="
                            + oldest.element()
                            + ". A function inside the t-graph or the consumer of its results is"
                            + " slower than the deadline allows: make it faster, admit fewer"
                            + " transactions at a time, or raise the deadline.");
        }
    }

    // ------------------------------------------------------------------ quiescence

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        long start = System.nanoTime();
        quiesce();
        if (logged != null) {
            logged.roll(checkpointId);
        }
        openMetrics.quiesced((System.nanoTime() - start) / 1_000_000);
    }

    @Override
    public void endInput() throws Exception {
        // Close must have found the link before it goes with this operator.
        while (!sender.hasMet()) {
            mailbox.yield();
        }
        quiesce();
        sender.end();
        sender.send();
    }

    private void quiesce() throws Exception {
        while (logged != null && !logged.isRecovered()) {
            mailbox.yield();
        }
        sender.send();
        while (window.inFlight() > 0) {
            mailbox.yield();
        }
        if (plan.settings().isOrdered()) {
            // No participant hears from this coordinator again before the others' barriers.
            sender.leave();
        } else {
            sender.heartbeat();
        }
    }

    private TaskInfo task() {
        RuntimeContext context = getRuntimeContext();
        return context.getTaskInfo();
    }
}
