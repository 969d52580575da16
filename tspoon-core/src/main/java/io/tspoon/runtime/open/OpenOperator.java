/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.directory.TaskLink;
import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.flink.operator.DeclinedSnapshots;
import io.tspoon.flink.operator.IdlenessOperator;
import io.tspoon.flink.operator.LinkedRecords;
import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.flink.operator.UnalignedSnapshots;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.protocol.regime.Sequencing;
import io.tspoon.runtime.call.CallServices;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.log.LogState;
import io.tspoon.runtime.log.LoggedInputs;
import io.tspoon.runtime.log.ReplaySender;
import io.tspoon.runtime.pipeline.DeclaredParts;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.read.ReadMembership;
import io.tspoon.runtime.read.ReadServices;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToClose;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.Greeting;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.runtime.transport.MissingReceiver;
import io.tspoon.runtime.transport.Outputs;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * The operator where elements become transactions. It admits them, runs the stateless operations
 * before the first stateful operator, sends attempts and decisions, and executes refused
 * transactions again.
 *
 * <p>Before a checkpoint barrier goes on, the operator waits until nothing is in flight, so that a
 * checkpoint holds only installed values. After a restore, the participants tell it above which
 * timestamp the clock must start.
 *
 * <p>With a log, decisions go out when they are durable. After a restore, the content of the log is
 * sent out again before the task runs, and so before Flink begins a checkpoint, see {@link
 * OpenDurability}. If states are loaded, the task does not run before that is over, either.
 *
 * <p>Source: TSpoon, section 4.1; checkpoints: ADR 0005; recovery before the task runs: ADR 0028.
 */
final class OpenOperator<I> extends IdlenessOperator<Block>
        implements OneInputStreamOperator<I, Block>, BoundedOneInput {
    private static final long serialVersionUID = 1L;

    private final OpenPlan<I> plan;
    private final String vertices;
    private final transient Function<Admission<I>, List<Entrance>> furtherEntrances;

    private transient MailboxExecutor mailbox;
    private transient HybridClock clock;
    private transient AdmissionWindow<I> window;
    private transient CoordinatorLink link;
    private transient LogState logState;
    private transient OpenDurability<I> durability;
    private transient RoundSender sender;
    private transient Deadline deadline;
    private transient Presence presence;
    private transient GreetingWatch greetings;
    private transient FeedbackReceiver<I> feedback;
    private transient Attempts<I> attempts;
    private transient WatermarkGate watermarks;
    private transient OpenMetrics openMetrics;
    private transient @Nullable ReadMembership reading;
    private transient Admission<I> admission;
    private transient StreamElements<I> stream;
    private transient BatchEntrances batchEntrances;
    private transient Calls calls;
    private transient Timers timers;
    private transient TriggerState triggerState;
    private transient Triggers triggers;
    private transient List<Entrance> entrances;

    /** When the last checkpoint began to wait. */
    private transient long quiesceNanos;

    /**
     * @param vertices ids of all vertices that must be as parallel, separated by commas
     * @param furtherEntrances makes the ways by which elements come besides the stream
     */
    OpenOperator(
            OpenPlan<I> plan,
            String vertices,
            Function<Admission<I>, List<Entrance>> furtherEntrances,
            StreamOperatorParameters<Block> parameters) {
        super(parameters);
        this.plan = plan;
        this.vertices = vertices;
        this.furtherEntrances = furtherEntrances;
        this.mailbox = parameters.getMailboxExecutor();
    }

    // ------------------------------------------------------------------ life cycle

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        long timeoutMs = CheckpointSettings.of(this).timeoutMs();
        logState = new LogState(context, timeoutMs, LoggedInputs.type(plan));
        batchEntrances = new BatchEntrances(plan, context.getOperatorStateStore());
        triggerState =
                new TriggerState(
                        context.getOperatorStateStore(), plan.triggers(), plan.settings().graph());
    }

    @Override
    public void open() throws Exception {
        super.open();
        RuntimeContext context = getRuntimeContext();
        TaskInfo task = context.getTaskInfo();
        int coordinator = task.getIndexOfThisSubtask();
        int parallelism = task.getNumberOfParallelSubtasks();

        clock = new HybridClock(coordinator, parallelism, InstantSource.system());
        int callPlaces = plan.procedures().isEmpty() ? 0 : plan.settings().calls().maxInFlight();
        int timerPlaces = plan.timers() == null ? 0 : TimerEntrance.MAX_IN_FLIGHT;
        int triggerPlaces = plan.triggers().isEmpty() ? 0 : TriggerEntrance.MAX_IN_FLIGHT;
        window =
                new AdmissionWindow<>(
                        plan.settings().maxInFlight(), callPlaces, timerPlaces, triggerPlaces);
        CheckpointSettings checkpoints = CheckpointSettings.of(this);
        durability =
                OpenDurability.open(
                        plan, context, checkpoints, mailbox, logState, () -> link.wakeUp());
        link = durability.link(window.slots(), this::scheduleFeedback);
        boolean[] all = new boolean[StateColumns.operators(plan.states())];
        Arrays.fill(all, true);
        Outputs<CoordinatorToParticipant, CoordinatorToClose> outputs =
                Outputs.ofCoordinator(output, parallelism, all);
        openMetrics = new OpenMetrics(getMetricGroup());
        TaskVertex vertex = TaskVertex.of(this);
        Greeting greeting = Greeting.of(parallelism, vertex.id(), vertices);
        sender =
                new RoundSender(
                        plan.settings(),
                        coordinator,
                        clock,
                        window,
                        link,
                        durability.marks(window, clock),
                        outputs,
                        greeting,
                        openMetrics.roundSize);
        HorizonHolder holder = new HorizonHolder(link, ParticipantNames.of(plan, task));
        deadline = Deadline.of(window, plan.settings(), checkpoints, durability, holder::describe);
        greetings = openMetrics.greetings(plan, task);
        openMetrics.chains(plan.settings().regime().isolation(), holder);
        int participants = StateColumns.operators(plan.states()) * parallelism;
        DeclaredParts declared =
                DeclaredParts.of(
                        plan.settings().regime().isolation(), window.slots(), participants);
        feedback =
                new FeedbackReceiver<>(
                        link,
                        window,
                        clock,
                        sender,
                        durability,
                        deadline,
                        greetings,
                        openMetrics,
                        declared);
        Sequencing sequencing = plan.settings().regime().sequencing();
        presence = Presence.of(sequencing, sender, deadline, greetings);
        attempts =
                new Attempts<>(plan, context, window, sender, link.attempts(), outputs, declared);
        attempts.open(context);
        admission =
                new Admission<>(
                        window, feedback, sender, attempts, durability, deadline, greetings);
        stream = openStream();
        triggers = openTriggers(task);
        admission.triggers(triggers);
        attempts.triggers(triggers);
        feedback.triggers(triggers);
        calls = openCalls();
        entrances = new ArrayList<>();
        entrances.add(triggers); // before all others
        entrances.addAll(furtherEntrances.apply(admission));
        entrances.add(stream);
        entrances.add(calls);
        timers = openTimers(participants);
        entrances.add(timers);
        feedback.timers(timers);
        watermarks =
                new WatermarkGate(
                        output::emitWatermark,
                        this::emitIdle,
                        !plan.procedures().isEmpty()
                                || plan.timers() != null
                                || !plan.batches().isEmpty());
        ReplaySender replayed = new ReplaySender(outputs, coordinator, link.id());
        durability.connect(
                getUserCodeClassloader(),
                replayed,
                clock,
                calls.logged(),
                stream,
                triggers.logged());
        durability.register(openMetrics);
        joinReaders(coordinator, holder);
        deadline.closeGreeted();
        try {
            sender.greet();
        } catch (MissingReceiver e) {
            throw Greetings.tooManyCoordinators(e, greeting, vertex);
        }
        greetings.greeted();
        scheduleHeartbeat();
        awaitRecovery();
        triggers.mayGoOn(); // what was triggered comes before what waits for its batch
        stream.recovered();
        durability.sourceBegins();
        calls.mayGoOn();
    }

    private StreamElements<I> openStream() throws Exception {
        if (plan.batches().isEmpty()) {
            return new StreamEntrance<>(admission, mailbox);
        }
        ProcessingTimeService time = getProcessingTimeService();
        return new BatchEntrance<>(
                plan,
                admission,
                mailbox,
                time,
                this,
                highest -> watermarks.timeOfCall(highest),
                openMetrics.batches(time::getCurrentProcessingTime));
    }

    private Triggers openTriggers(TaskInfo task) throws Exception {
        return plan.triggers().isEmpty()
                ? Triggers.NONE
                : new TriggerEntrance<>(
                        plan, task, admission, triggerState, mailbox, openMetrics.triggers());
    }

    private Calls openCalls() throws Exception {
        if (plan.procedures().isEmpty()) {
            return Calls.NONE;
        }
        RuntimeContext context = getRuntimeContext();
        CallServices services =
                new CallServices(this, context.getTaskInfo(), CheckpointSettings.arePeriodic(this));
        return new CallEntrance<>(
                plan, admission, durability, clock, this::timeOfCall, mailbox, services);
    }

    private Timers openTimers(int participants) {
        TimerPlan timed = plan.timers();
        return timed == null
                ? Timers.NONE
                : new TimerEntrance<>(
                        timed,
                        participants,
                        admission,
                        sender,
                        mailbox,
                        this::timeOfCall,
                        openMetrics.timers(),
                        new TimerEntrance.Passing() {
                            @Override
                            public void arrived(Watermark mark) {
                                pass(mark);
                            }

                            @Override
                            public void fellIdle() {
                                passIdle();
                            }
                        });
    }

    private long timeOfCall() {
        return watermarks.timeOfCall(getProcessingTimeService().getCurrentProcessingTime());
    }

    /**
     * Waits for the end of the recovery, and until all states are loaded. The answers of the others
     * come through the mailbox; nothing else does before the task runs.
     */
    private void awaitRecovery() throws InterruptedException {
        while (!durability.isRecovered() || (plan.awaitsLoads() && !sender.hasMet())) {
            mailbox.yield();
        }
    }

    private void joinReaders(int coordinator, HorizonHolder holder) throws Exception {
        ReadSettings settings = plan.settings().read();
        if (settings != null) {
            RuntimeContext context = getRuntimeContext();
            reading =
                    ReadServices.join(
                            context.getJobInfo(),
                            settings,
                            TaskLink.ofOther(this),
                            getUserCodeClassloader());
            reading.add(
                    new CoordinatorReading(
                            plan.settings().graph(),
                            coordinator,
                            link,
                            openMetrics,
                            holder,
                            calls.taker()));
        }
    }

    @Override
    public void close() throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        if (link != null) {
            parts.add(() -> CoordinatorLinks.close(link));
        }
        if (calls != null) {
            parts.add(calls::close);
        }
        if (durability != null) {
            parts.add(durability);
        }
        if (attempts != null) {
            parts.add(attempts);
        }
        if (reading != null) {
            parts.add(reading);
        }
        parts.add(super::close);
        parts.add(LinkedRecords::forget);
        IOUtils.closeAll(parts, Throwable.class);
    }

    // ------------------------------------------------------------------ elements

    /** Elements have no keys here: where calls have keyed state, they set its key themselves. */
    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement1(StreamRecord record) {}

    @Override
    public void processElement(StreamRecord<I> record) throws Exception {
        stream.enter(record.getValue(), record.getTimestamp()); // NONE is what Flink calls none
    }

    private void admitWaiting() throws Exception {
        for (int i = 0; i < entrances.size(); i++) {
            entrances.get(i).admitWaiting();
        }
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        stream.reached(mark.getTimestamp());
        if (!timers.holds(mark)) {
            pass(mark);
        }
    }

    private void pass(Watermark mark) {
        watermarks.arrived(mark, window.admitted(), admission.oldestNumber());
    }

    @Override
    protected void inputFellIdle() {
        if (!timers.holdsIdleness()) {
            passIdle();
        }
    }

    private void passIdle() {
        watermarks.fellIdle(window.admitted(), admission.oldestNumber());
    }

    @Override
    protected boolean inputBecameActive() {
        return !timers.becameActive() && watermarks.becameActive();
    }

    // ------------------------------------------------------------------ feedback

    /** Called by the close operator's thread and by threads of the log. */
    private void scheduleFeedback() {
        try {
            mailbox.execute(
                    this::processFeedback, "feedback of t-graph %s", plan.settings().graph());
        } catch (RejectedExecutionException e) {
            LOG.debug("Dropped feedback: the open operator has ended", e);
        }
    }

    private void processFeedback() throws Exception {
        feedback.receive();
        calls.ended(feedback.takeCalled());
        recoverIfGreeted();
        timers.advance();
        if (watermarks.isHolding()) {
            watermarks.advance(admission.oldestNumber());
        }
        attempts.goOn(feedback.takeGathered());
        attempts.beginAgain(feedback.lowestPriority());
        admitWaiting();
        sender.sendIfDue();
        presence.heard(feedback.highestTimestamp());
        sender.reportLow();
        openMetrics.inFlight(window.inFlight(), window.oldestNanos());
    }

    // ------------------------------------------------------------------ log

    /**
     * Reads the log once all coordinators have greeted: then no earlier run can write to it any
     * more.
     */
    private void recoverIfGreeted() throws Exception {
        if (!durability.isRecovered() && sender.isGreeted()) {
            long ms = durability.recover();
            openMetrics.awaitedInputs(durability.awaitedInputs());
            openMetrics.recovered(ms);
            sender.join();
            greetings.greeted();
        }
    }

    /**
     * Takes the snapshot. Still nothing is in flight, as nothing was admitted since the barrier
     * went on.
     */
    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId,
            long timestamp,
            CheckpointOptions options,
            CheckpointStreamFactory streams)
            throws Exception {
        String refusal = UnalignedSnapshots.refusal(options, plan.settings().graph());
        if (refusal == null) {
            refusal = durability.roll(checkpointId, options.getCheckpointType(), stream.waiting());
        }
        openMetrics.quiesced((System.nanoTime() - quiesceNanos) / 1_000_000, sender.hasLeft());
        deadline.closeGreeted();
        sender.greetClose();
        if (refusal == null) {
            boolean stopsJob = UnalignedSnapshots.stopsJob(options.getCheckpointType());
            calls.snapshot(checkpointId, stopsJob);
            timers.snapshot(checkpointId, stopsJob);
            stream.snapshot(checkpointId, stopsJob);
            triggers.snapshot(checkpointId, stopsJob);
        }
        if (refusal != null) {
            return DeclinedSnapshots.because(refusal);
        }
        try {
            return super.snapshotState(checkpointId, timestamp, options, streams);
        } finally {
            triggerState.stored();
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        durability.snapshot(logState);
        batchEntrances.write(stream.write());
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        durability.completed(checkpointId);
        calls.completed(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        super.notifyCheckpointAborted(checkpointId);
        durability.aborted(checkpointId);
        calls.aborted(checkpointId);
        timers.aborted(checkpointId);
        stream.aborted(checkpointId);
        triggers.aborted(checkpointId);
    }

    // ------------------------------------------------------------------ time

    private void scheduleHeartbeat() {
        ProcessingTimes.after(
                getProcessingTimeService(), plan.settings().heartbeatMs(), this::onHeartbeat);
    }

    private void onHeartbeat() throws Exception {
        admission.heartbeatBegins();
        deadline.check(sender.isGreeted());
        greetings.check(deadline.awaitsClose());
        attempts.beginAgain(feedback.lowestPriority());
        admitWaiting();
        presence.heartbeat(admission.isIdle());
        admission.heartbeatEnds();
        openMetrics.inFlight(window.inFlight(), window.oldestNanos());
        openMetrics.awaitedInputs(durability.awaitedInputs());
        scheduleHeartbeat();
    }

    // ------------------------------------------------------------------ quiescence

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        quiesceNanos = System.nanoTime();
        quiesce();
        triggers.mayGoOn();
        calls.mayGoOn();
    }

    @Override
    public void endInput() throws Exception {
        // Close must have found the link before the link goes away with this operator.
        while (!sender.hasMet()) {
            mailbox.yield();
        }
        stream.end();
        calls.end(); // while they come, neither timers nor chains need ever be over
        timers.end();
        quiesce();
        drain();
        quiesce();
        watermarks.callsEnded();
        sender.end();
        if (reading != null) {
            reading.keep(); // its counters must remain readable
        }
    }

    /** Waits until all that was triggered is over, and what that triggers. */
    private void drain() throws Exception {
        while (!admission.isQuiet()) {
            triggers.admitWaiting();
            mailbox.yield();
        }
    }

    private void quiesce() throws Exception {
        admission.pause();
        sender.send();
        while (window.inFlight() > 0) {
            mailbox.yield();
        }
        presence.quiesced();
        while (sender.isLeaving()) {
            mailbox.yield();
        }
        admission.resume(); // the barrier goes on before anything else is done
    }
}
