/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.DeclinedSnapshots;
import io.tspoon.flink.operator.KeyedBackends;
import io.tspoon.flink.operator.LinkedRecords;
import io.tspoon.flink.operator.UnalignedSnapshots;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.access.Participant;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.LowestValue;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.state.access.AccessRunner;
import io.tspoon.runtime.state.access.WokenAccesses;
import io.tspoon.runtime.state.cache.CachedRecord;
import io.tspoon.runtime.state.cache.LoggedValues;
import io.tspoon.runtime.state.cache.Progress;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.keyed.KeySample;
import io.tspoon.runtime.state.keyed.KeyedStateAdapter;
import io.tspoon.runtime.state.keyed.RestoredKeys;
import io.tspoon.runtime.state.read.InstanceReader;
import io.tspoon.runtime.state.read.ReaderContext;
import io.tspoon.runtime.transport.Block;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.DecisionRows;
import io.tspoon.runtime.transport.Greetings;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;
import io.tspoon.runtime.transport.ToParticipant;
import io.tspoon.transaction.InvalidGraphException;

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
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * One instance of a stateful operator. It applies decisions, lets fragments access their keys as
 * the {@link Participant} allows, and sends on the results.
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

    private final StateOperatorPlan<I, K, V, O> plan;
    private final transient BiFunction<
                    StateParts<I, K, V, O>, WokenAccesses<K, V>, StateRegime<I, K, V, O>>
            regimes;
    private final transient MailboxExecutor mailbox;

    private transient int participantIndex;
    private transient Outputs<ParticipantToParticipant, ParticipantToClose> outputs;
    private transient Participant<K, V> participant;
    private transient @Nullable RestoredKeys<K> restoredKeys;
    private transient RecordCache<K, V> cache;
    private transient LoggedValues<K, V> logged;
    private transient AccessRunner<I, K, V, O> runner;
    private transient WokenAccesses<K, V> woken;
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

    /**
     * @param regimes makes what the t-graph's regime is here
     */
    StateOperator(
            StateOperatorPlan<I, K, V, O> plan,
            BiFunction<StateParts<I, K, V, O>, WokenAccesses<K, V>, StateRegime<I, K, V, O>>
                    regimes,
            StreamOperatorParameters<Block> parameters) {
        super(parameters);
        this.regimes = regimes;
        this.plan = plan;
        this.mailbox = parameters.getMailboxExecutor();
    }

    // ------------------------------------------------------------------ life cycle

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        String refusal = KeyedBackends.refusal(this, plan.settings().graph());
        if (refusal != null) {
            throw new InvalidGraphException(refusal);
        }
        values = plan.shape().open(context.getKeyedStateStore());
        clocks = new StateClocks(context);
    }

    @Override
    public void open() throws Exception {
        super.open();
        TaskInfo task = task();
        int parallelism = task.getNumberOfParallelSubtasks();
        GraphSettings settings = plan.settings();
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
                                this::setCurrentKey,
                                values,
                                plan.router(),
                                task,
                                KeySample.of(plan)),
                        settings.cacheCapacity(),
                        plan.keyCopy());
        participant =
                new Participant<>(
                        parallelism,
                        settings.regime().rules(plan.traits()),
                        installed -> cache.markDirty((CachedRecord<K, V>) installed));
        logged = new LoggedValues<>(plan, participant, cache);
        runner =
                new AccessRunner<>(
                        plan, outputs, task, getExecutionConfig().isObjectReuseEnabled());
        runner.open(getRuntimeContext());
        woken = new WokenAccesses<>(participant, runner, this::send);
        intake = regimes.apply(parts(parallelism), woken).intake();
        gate =
                settings.byDurability(
                        () -> GreetingGate.open(parallelism), log -> new GreetingGate(parallelism));
        progress.seen(clocks.restore(parallelism, this::ended));
        participant.restored(progress.highest());
        participant.stable(progress.stable());
        stateMetrics = new StateMetrics(getMetricGroup());
        openReading(settings.read());
    }

    private StateParts<I, K, V, O> parts(int parallelism) {
        return new StateParts<>(
                plan,
                parallelism,
                participant,
                cache,
                runner,
                progress,
                mailbox,
                this::send,
                coordinator -> sendToClose(outputs.toClose(coordinator)));
    }

    private void openReading(@Nullable ReadSettings settings) throws Exception {
        if (settings == null) {
            return;
        }
        InstanceReader<K, V> opened =
                InstanceReader.open(
                        new ReaderContext<>(
                                plan, this, values, progress, stableRequests::awaitStable, 0),
                        settings,
                        mailbox,
                        participant,
                        cache,
                        this::trim,
                        stateMetrics.reads());
        reading = opened;
        if (gate.isOver()) {
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
        if (runner != null) {
            parts.add(runner::close);
        }
        if (restoredKeys != null) {
            parts.add(restoredKeys);
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
            Greetings.checkParallelism(block, "state", outputs.parallelism());
        }
        noteHeader(block);
        applyDecisions(block.coordinator(), block.decisions());
        send(); // what the decisions woke goes out before this block's own rows
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

    private void processed(ToParticipant block) throws Exception {
        send();
        if (gate.isOver()) {
            afterBlock(reading);
        }
        stateMetrics.blockProcessed(
                block.fragments().size(),
                progress.stable(),
                cache.size(),
                participant,
                intake.heldBack());
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
        cache.trim(progress.stable(), participant.pins().lowest());
    }

    private void answer(CoordinatorToParticipant block) {
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
        }
    }

    private void noteHeader(CoordinatorToParticipant block) {
        long low = block.low();
        progress.decided(block.coordinator(), low);
        participant.stable(progress.stable());
        participant.durable(block.coordinator(), Math.max(low, block.durableUpTo()));
        woken.goOn();
        if (priorities.set(block.coordinator(), block.priority())) {
            for (int i = 0; i < outputs.parallelism(); i++) {
                sendToClose(outputs.toClose(i));
            }
        }
    }

    private void applyDecisions(int coordinator, DecisionRows decisions) {
        int count = decisions.size();
        int[] slots = new int[count];
        for (int i = 0; i < count; i++) {
            slots[i] = decisions.slot(i);
        }
        participant.prefetch(coordinator, slots, count);
        for (int i = 0; i < count; i++) {
            participant.decide(
                    coordinator,
                    slots[i],
                    decisions.timestamp(i),
                    Decision.of(decisions.decision(i)));
            woken.goOn();
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
            if (block.hasContent()) {
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
        int ordered = intake.held();
        if (participant.held() + ordered != 0 || !participant.isAllDurable()) {
            throw new IllegalStateException(
                    "[TSP-2600] Cannot take snapshot: transactions are in flight, state="
                            + plan.name()
                            + ", holds="
                            + participant.held()
                            + ", ordered="
                            + ordered
                            + ", all durable="
                            + participant.isAllDurable());
        }
        cache.writeBack();
        clocks.snapshot(progress, outputs.parallelism());
        super.snapshotState(context);
    }

    private void ended(int coordinator) {
        progress.ended(coordinator);
        intake.ended(coordinator);
    }

    private TaskInfo task() {
        RuntimeContext context = getRuntimeContext();
        return context.getTaskInfo();
    }
}
