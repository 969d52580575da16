/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.flink.operator.DeclinedSnapshots;
import io.tspoon.flink.operator.KeyGroups;
import io.tspoon.flink.operator.KeyedBackends;
import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.flink.operator.LinkedRecords;
import io.tspoon.flink.operator.TaskVertex;
import io.tspoon.flink.operator.UnalignedSnapshots;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.KeyGroupHeat;
import io.tspoon.runtime.state.cache.KeySample;
import io.tspoon.runtime.state.cache.LoggedValues;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;
import io.tspoon.runtime.state.keyed.CheckedKeys;
import io.tspoon.runtime.state.keyed.KeyedStateAdapter;
import io.tspoon.runtime.state.keyed.RestoredKeys;
import io.tspoon.runtime.state.read.InstanceReader;
import io.tspoon.runtime.state.read.ReaderContext;
import io.tspoon.runtime.timer.TimedLines;
import io.tspoon.runtime.transport.AttemptsToParticipant;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.runtime.transport.LoaderToParticipant;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.ToParticipant;
import io.tspoon.transaction.InvalidGraphException;

import it.unimi.dsi.fastutil.ints.IntList;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.IOUtils;
import org.apache.flink.util.function.FunctionWithException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;

/**
 * One instance of a stateful operator. Its {@link Intake} takes what arrives, and has accesses
 * executed in the way of the t-graph's regime; the operator sends on the results.
 *
 * <p>Every block from a coordinator that has content is answered, so that the coordinator knows how
 * many blocks are under way and which decisions are applied. At every checkpoint the installed
 * values are in Flink's keyed state; between checkpoints they live in a {@link RecordCache}.
 *
 * <p>Source: TSpoon, section 4.2.
 */
final class StateOperator<I, K, V, O> extends AbstractStreamOperator<Block>
        implements OneInputStreamOperator<Block, Block>, ToParticipant.Receiver {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(StateOperator.class);

    private final StateOperatorPlan<I, K, V, O> plan;
    private final transient FunctionWithException<StateParts<I, K, V, O>, Intake, Exception>
            intakes;
    private final transient MailboxExecutor mailbox;

    /** For messages. */
    private transient TaskVertex vertex;

    private transient int participantIndex;
    private transient Outputs<ParticipantToParticipant, ParticipantToClose> outputs;
    private transient InstalledVersions<K, V> versions;
    private transient @Nullable RestoredKeys<K> restoredKeys;
    private transient RecordCache<K, V> cache;
    private transient LoggedValues<K, V> logged;
    private transient Intake intake;
    private transient GreetingGate gate;
    private transient @Nullable InstanceReader<K, V> reading;
    private transient long promised;
    private transient Progress progress;
    private transient LowestValue priorities;
    private transient StableRequests stableRequests;
    private transient StateMetrics stateMetrics;
    private transient StoredValues<V> values;
    private transient StateClocks clocks;
    private transient StateLoads<K> loads;
    private transient OperatorTimers<K, V> timers;
    private transient OperatorIndexes<K, V> indexes;

    /**
     * @param intakes makes what takes what arrives
     */
    StateOperator(
            StateOperatorPlan<I, K, V, O> plan,
            FunctionWithException<StateParts<I, K, V, O>, Intake, Exception> intakes,
            StreamOperatorParameters<Block> parameters) {
        super(parameters);
        this.intakes = intakes;
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    // ------------------------------------------------------------------ life cycle

    /** Once, and in time: else the job fails later, when its states have grown. */
    private void warnOfSmallCheckpoints() {
        RuntimeContext context = getRuntimeContext();
        boolean isFirst = context.getTaskInfo().getIndexOfThisSubtask() == 0;
        if (isFirst
                && CheckpointSettings.arePeriodic(this)
                && CheckpointSettings.areInMemory(this)) {
            LOG.warn(
                    "[TSP-2224] Checkpoints will fail when states have grown: they are kept in the"
                            + " memory of the JobManager, which takes 5 MiB from each instance of"
                            + " an operator, graph={}, operator={}. Set execution.checkpointing.dir"
                            + " to a directory that all processes reach.",
                    plan.settings().graph(),
                    plan.name());
        }
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        String refusal = KeyedBackends.refusal(this, plan.settings().graph());
        if (refusal != null) {
            throw new InvalidGraphException(refusal);
        }
        warnOfSmallCheckpoints();
        values = plan.shape().open(KeyedStates.of(this, context.getKeyedStateStore()));
        clocks = new StateClocks(context);
        loads = new StateLoads<>(plan, context);
    }

    @Override
    public void open() throws Exception {
        super.open();
        TaskInfo task = task();
        int parallelism = task.getNumberOfParallelSubtasks();
        GraphSettings settings = plan.settings();
        vertex = TaskVertex.of(this);
        participantIndex = plan.index() * parallelism + task.getIndexOfThisSubtask();
        progress = new Progress(parallelism);
        priorities = new LowestValue(parallelism, AdmissionWindow.NO_PRIORITY);
        outputs = Outputs.ofParticipant(output, parallelism, plan.reaches());
        stableRequests = new StableRequests(participantIndex, outputs, progress, priorities);
        RestoredKeys<K> keys = new RestoredKeys<>(plan, this, values, task);
        restoredKeys = keys;
        keys.check();
        cache =
                new RecordCache<>(
                        new KeyedStateAdapter<>(
                                plan.records(),
                                plan.records().context(this, values),
                                values,
                                plan.router(),
                                task,
                                CheckedKeys.of(plan)),
                        settings.cacheCapacity(),
                        plan.records().keptCopy(),
                        sample(plan.records(), task));
        timers = openTimers(task);
        indexes = IndexesOfOperator.open(plan, this, values, cache, getMetricGroup());
        versions =
                settings.regime()
                        .versions(
                                parallelism,
                                plan.traits(),
                                indexes.installs(
                                        timers.installs(
                                                installed ->
                                                        cache.markDirty(
                                                                (CachedRecord<K, V>) installed))));
        logged = new LoggedValues<>(plan, versions, cache);
        intake = intakes.apply(parts(parallelism));
        gate =
                settings.byDurability(
                        () -> GreetingGate.open(parallelism), log -> new GreetingGate(parallelism));
        loads.open(this, values, task);
        if (!loads.areOver()) {
            gate.awaitLoads();
        }
        progress.seen(clocks.restore(parallelism, this::ended));
        versions.restored(progress.highest());
        versions.stable(progress.stable());
        stateMetrics =
                new StateMetrics(
                        getMetricGroup(),
                        cache.sample(),
                        plan.shownStates().stream().map(StatePlan::name).toList());
        openReading(settings.read());
        if (gate.isOver()) {
            ready();
        }
    }

    /** All values are there with which the instance begins. */
    private void ready() throws Exception {
        timers.ready(cache::writeBack);
        indexes.ready(versions.applied(), cache::writeBack);
    }

    private static <K> KeySample<K> sample(RecordSpace<K> records, TaskInfo task) {
        KeyGroups groups = new KeyGroups(task);
        return new KeySample<>(
                new KeyGroupHeat<>(
                        record -> groups.groupOf(records.flinkKey(record)),
                        groups.firstOwn(),
                        groups.ownCount(),
                        System::nanoTime));
    }

    private OperatorTimers<K, V> openTimers(TaskInfo task) {
        TimedLines<V> lines = plan.shape().timed();
        return lines == null
                ? OperatorTimers.none()
                : new StateTimers<>(
                        plan,
                        lines,
                        this,
                        values,
                        outputs,
                        task.getIndexOfThisSubtask(),
                        this::send,
                        getMetricGroup());
    }

    private StateParts<I, K, V, O> parts(int parallelism) {
        return new StateParts<>(
                plan,
                getRuntimeContext(),
                parallelism,
                versions,
                cache,
                indexes,
                outputs,
                progress,
                mailbox,
                this::send,
                coordinator -> sendToClose(outputs.toClose(coordinator)),
                stableRequests::awaitStable,
                stableRequests::ask);
    }

    private void openReading(@Nullable ReadSettings settings) throws Exception {
        if (settings == null) {
            return;
        }
        InstanceReader<K, V> opened =
                InstanceReader.open(
                        new ReaderContext<>(
                                plan,
                                this,
                                values,
                                progress,
                                stableRequests::awaitStable,
                                intake::chains,
                                0),
                        settings,
                        mailbox,
                        versions,
                        cache,
                        indexes,
                        this::trim,
                        stateMetrics.reads());
        reading = opened;
        if (gate.isOver()) {
            indexes.ready(versions.applied(), cache::writeBack);
            opened.ready();
        }
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        if (reading != null) {
            reading.finish();
        }
    }

    @Override
    public void close() throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        if (reading != null) {
            parts.add(reading);
        }
        if (intake != null) {
            parts.add(intake);
        }
        if (restoredKeys != null) {
            parts.add(restoredKeys);
        }
        if (indexes != null) {
            parts.add(indexes);
        }
        parts.add(super::close);
        parts.add(LinkedRecords::forget);
        IOUtils.closeAll(parts, Throwable.class);
    }

    /** Does nothing: keys are set one by one while a block is processed. */
    @Override
    @SuppressWarnings("rawtypes")
    public void setKeyContextElement1(StreamRecord record) {}

    // ------------------------------------------------------------------ blocks

    @Override
    public void processElement(StreamRecord<Block> record) throws Exception {
        ((ToParticipant) record.getValue()).deliverTo(this);
    }

    @Override
    public void received(CoordinatorToParticipant block) throws Exception {
        if (block.isReplay()) {
            progress.seen(logged.replay(block.fragments()));
            return;
        }
        if (block.isGreeting()) {
            Greetings.checkParallelism(block, "state", vertex);
        }
        noteHeader(block);
        timers.heard(block);
        intake.heard(block);
        intake.arrived(block);
        if (block.hasContent()) {
            answer(block);
        }
        processed(block);
    }

    @Override
    public void received(ParticipantToParticipant block) throws Exception {
        intake.arrived(block);
        processed(block);
    }

    @Override
    public void received(LoaderToParticipant block) throws Exception {
        if (loads.take(block)) {
            answerHeldBack(gate.loaded());
            send();
            if (gate.isOver()) {
                ready();
                afterBlock(reading);
            }
        }
        block.release();
    }

    /** Coordinators whose answers were held back have not sent any decisions. */
    private void answerHeldBack(IntList coordinators) {
        for (int greeted : coordinators) {
            outputs.toClose(greeted).answer(0);
        }
    }

    private void processed(AttemptsToParticipant block) throws Exception {
        timers.tell();
        send();
        intake.sent();
        if (gate.isOver()) {
            afterBlock(reading);
        }
        stateMetrics.blockProcessed(
                block.fragments().size(), progress.stable(), cache.size(), intake);
        intake.release(block);
    }

    private void afterBlock(@Nullable InstanceReader<K, V> readers) throws Exception {
        if (readers == null) {
            cache.trim(progress.stable(), Long.MAX_VALUE);
        } else {
            readers.ready();
            readers.advanced();
            if (!readers.isScanning()) {
                trim();
            }
        }
        if (progress.isFarBehind()) {
            stableRequests.wakeLaggards();
        }
    }

    private void trim() throws Exception {
        cache.trim(progress.stable(), versions.pins().lowest());
    }

    private void answer(CoordinatorToParticipant block) throws Exception {
        int coordinator = block.coordinator();
        if (!block.isGreeting()) {
            outputs.toClose(coordinator).answer(block.decisionBatch());
            return;
        }
        for (int greeted : gate.greeted(coordinator)) {
            // Coordinators whose answers were held back have not sent any decisions.
            outputs.toClose(greeted).answer(greeted == coordinator ? block.decisionBatch() : 0);
        }
        if (gate.isOver()) {
            logged.end();
            ready();
        }
    }

    private void noteHeader(CoordinatorToParticipant block) {
        progress.decided(block.coordinator(), intake.shownUpTo(block));
        versions.stable(progress.stable());
        if (priorities.set(block.coordinator(), block.priority())) {
            for (int i = 0; i < outputs.parallelism(); i++) {
                sendToClose(outputs.toClose(i));
            }
        }
    }

    private void send() {
        long promise = intake.promise();
        boolean promiseChanged = promise > promised;
        for (int operator = 0; operator < outputs.operators(); operator++) {
            if (outputs.reaches(operator)) {
                for (int instance = 0; instance < outputs.parallelism(); instance++) {
                    ParticipantToParticipant block = outputs.toState(operator, instance);
                    if (block.hasContent() || promiseChanged) {
                        block.from(participantIndex, priorities.lowest(), progress.highest());
                        block.promise(promise);
                        outputs.emitToState(operator, block);
                    }
                }
            }
        }
        promised = promise;
        for (int i = 0; i < outputs.parallelism(); i++) {
            ParticipantToClose block = outputs.toClose(i);
            if (intake.tells(block, i) || block.hasContent()) {
                sendToClose(block);
            }
        }
    }

    private void sendToClose(ParticipantToClose block) {
        block.from(participantIndex, priorities.lowest(), progress.highest());
        outputs.emitToClose(block);
    }

    // ------------------------------------------------------------------ snapshot

    /**
     * Declines an unaligned snapshot, in which something may be in flight. Open declines it as
     * well.
     */
    @Override
    public OperatorSnapshotFutures snapshotState(
            long checkpointId,
            long timestamp,
            CheckpointOptions options,
            CheckpointStreamFactory streams)
            throws Exception {
        String refusal = UnalignedSnapshots.refusal(options, plan.settings().graph());
        if (refusal != null) {
            return DeclinedSnapshots.because(refusal);
        }
        if (reading != null && UnalignedSnapshots.stopsJob(options.getCheckpointType())) {
            reading.finish();
        }
        return super.snapshotState(checkpointId, timestamp, options, streams);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        if (intake.held() + intake.ordered() != 0 || !versions.isAllDurable()) {
            throw new IllegalStateException(
                    "[TSP-2600] Cannot take snapshot: transactions are in flight, state="
                            + plan.name()
                            + ", holds="
                            + intake.held()
                            + ", ordered="
                            + intake.ordered()
                            + ", all durable="
                            + versions.isAllDurable());
        }
        long begin = System.nanoTime();
        cache.writeBack();
        stateMetrics.writtenBack(System.nanoTime() - begin);
        loads.snapshot();
        clocks.snapshot(progress, outputs.parallelism());
        super.snapshotState(context);
    }

    private void ended(int coordinator) {
        progress.ended(coordinator);
        intake.ended(coordinator);
        timers.ended(coordinator);
    }

    private TaskInfo task() {
        RuntimeContext context = getRuntimeContext();
        return context.getTaskInfo();
    }
}
