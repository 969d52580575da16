/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyScan;
import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.runtime.shape.RecordContext;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.DueTimerSerializer;
import io.tspoon.runtime.timer.EventTimes;
import io.tspoon.runtime.timer.TimedLines;
import io.tspoon.runtime.timer.TimerIndex;
import io.tspoon.runtime.timer.WaitingKey;
import io.tspoon.runtime.transport.CoordinatorToParticipant;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.runtime.transport.ParticipantToClose;
import io.tspoon.runtime.transport.ParticipantToParticipant;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.function.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Knows which keys of an instance are due, and names them to a coordinator, which makes a
 * transaction of each. What is installed is the truth: a key that was named counts as named until
 * something else is installed for it. So nothing of this is in a snapshot.
 *
 * <p>At most {@link #MAX_NAMED} keys are named at a time, so that a storm of timers makes neither
 * long queues nor transactions wait that elements have brought about. Confined to the mailbox
 * thread.
 */
final class StateTimers<K, V> implements OperatorTimers<K, V> {
    /** The most keys of an instance that are named at a time. */
    static final int MAX_NAMED = 1_024;

    private static final long NOT_SCHEDULED = TimerIndex.NEVER;

    private final StateOperatorPlan<?, K, V, ?> plan;
    private final AbstractStreamOperator<?> operator;
    private final StoredValues<V> values;
    private final Outputs<ParticipantToParticipant, ParticipantToClose> outputs;
    private final Runnable sender;
    private final TimedLines<V> lines;
    private final TypeSerializer<DueTimer> serializer;
    private final EventTimes times;
    private final RecordContext<K> context;
    private final List<TimerIndex<Object>> indices = new ArrayList<>();
    private final long[] told;
    private boolean ready;
    private long scheduled = NOT_SCHEDULED;
    private @Nullable Future<?> wakeUp;

    /** The line whose keys are named first when their processing time has come. */
    private int firstLine;

    private volatile int waiting;
    private volatile int named;
    private volatile long lateMs;

    /**
     * @param lines what the content of records waits for
     * @param values reads Flink's keyed state
     * @param sender sends what was written to the outputs
     */
    StateTimers(
            StateOperatorPlan<?, K, V, ?> plan,
            TimedLines<V> lines,
            AbstractStreamOperator<?> operator,
            StoredValues<V> values,
            Outputs<ParticipantToParticipant, ParticipantToClose> outputs,
            int instance,
            Runnable sender,
            MetricGroup metrics) {
        this.plan = plan;
        this.operator = operator;
        this.values = values;
        this.outputs = outputs;
        this.sender = sender;
        this.lines = lines;
        this.context = plan.records().context(operator, values);
        this.serializer = serializer(plan.records(), lines);
        // At PL4 the others need not join a single one that has all of the input.
        boolean isSingle = plan.settings().regime().keepsEntryOrder();
        this.times = new EventTimes(outputs.parallelism(), isSingle ? 0 : instance);
        this.told = new long[outputs.parallelism()];
        Arrays.fill(told, EventTimes.UNKNOWN);
        for (int line = 0; line < lines.lines(); line++) {
            indices.add(new TimerIndex<>());
        }
        MetricGroup own = metrics.addGroup("tspoon");
        own.gauge("timersWaiting", () -> waiting);
        own.gauge("timersNamed", () -> named);
        own.gauge("timersLateMs", () -> lateMs);
    }

    /** Keys are written by the serializer of this operator, whatever others have. */
    @SuppressWarnings("unchecked") // writes keys of this operator only
    private static TypeSerializer<DueTimer> serializer(
            RecordSpace<?> records, TimedLines<?> lines) {
        List<TypeSerializer<Object>> keys = new ArrayList<>();
        for (int line = -lines.first(); line < lines.lines(); line++) {
            int place = lines.place(Math.max(line, 0));
            keys.add((TypeSerializer<Object>) records.keySerializer(place));
        }
        return new DueTimerSerializer(keys);
    }

    // ------------------------------------------------------------------ what is known

    @Override
    public InstalledVersions.Installs<K, V> installs(InstalledVersions.Installs<K, V> cache) {
        return record -> {
            cache.installed(record);
            if (ready) {
                lines.installed(record.key(), record.installed(), indices);
            }
        };
    }

    @Override
    public void heard(CoordinatorToParticipant block) {
        if (block.tellsTime()) {
            times.heard(block.coordinator(), block.eventTime());
        }
    }

    @Override
    public void ended(int coordinator) {
        times.heard(coordinator, EventTimes.ENDED);
    }

    /** Finds the keys that wait for something in Flink's keyed state. */
    @Override
    public void ready(ThrowingRunnable<Exception> writeBack) throws Exception {
        if (ready) {
            return;
        }
        ready = true;
        writeBack.run();
        for (int line = 0; line < indices.size(); line++) {
            String state = StoredValues.nameOf(plan.states(), lines.scannedPlace(line));
            try (KeyScan<K> keys = plan.records().scan(operator, state, lines.scannedPlace(line))) {
                while (keys.hasNext()) {
                    lines.found(line, keys.next(), this::stored, indices.get(line));
                }
            }
        }
        tell();
        sender.run();
    }

    @SuppressWarnings("unchecked") // a record of this operator
    private @Nullable V stored(Object record) throws Exception {
        context.set((K) record);
        return values.read();
    }

    // ------------------------------------------------------------------ what is told

    @Override
    public void tell() throws Exception {
        if (!ready) {
            return;
        }
        ProcessingTimeService service = operator.getProcessingTimeService();
        long now = service.getCurrentProcessingTime();
        nameDue(now);
        tellFired();
        schedule(service, now);
    }

    private void nameDue(long now) throws Exception {
        int byEvent = times.firesByEvent();
        int byProcessing = times.firesByProcessing();
        int left = MAX_NAMED - countNamed();
        int waits = 0;
        for (int line = 0; line < indices.size(); line++) {
            if (byEvent != EventTimes.NOBODY) { // watermarks wait for these
                left = name(line, true, times.reached(), byEvent, left);
            }
            waits += indices.get(line).size();
        }
        if (byProcessing != EventTimes.NOBODY) {
            for (int i = 0; i < indices.size(); i++) {
                left = name((firstLine + i) % indices.size(), false, now, byProcessing, left);
            }
            firstLine = (firstLine + 1) % indices.size();
        }
        waiting = waits;
        named = MAX_NAMED - left;
    }

    private int countNamed() {
        int count = 0;
        for (TimerIndex<Object> index : indices) {
            count += index.named();
        }
        return count;
    }

    /** Names keys that are due to a coordinator. Returns how many more may be named. */
    private int name(int line, boolean ofEvents, long now, int to, int mayName) throws Exception {
        TimerIndex<Object> index = indices.get(line);
        int left = mayName;
        ParticipantToClose block = outputs.toClose(to);
        while (left > 0) {
            WaitingKey<Object> due =
                    ofEvents ? index.nameByEvent(now) : index.nameByProcessing(now);
            if (due == null) {
                break;
            }
            serializer.serialize(
                    new DueTimer(
                            lines.first() + line,
                            due.key(),
                            ofEvents,
                            due.due(ofEvents),
                            due.stamp()),
                    block.due());
            block.timers(told[to]);
            left--;
        }
        return left;
    }

    /** Tells coordinators up to where they need not wait for timers. */
    private void tellFired() {
        long fired = times.reached();
        for (TimerIndex<Object> index : indices) {
            fired = Math.min(fired, index.firedUpTo(times.reached()));
        }
        for (int coordinator = 0; coordinator < told.length; coordinator++) {
            long upTo = Math.max(told[coordinator], times.awaitsUpTo(coordinator, fired));
            if (upTo > told[coordinator]) {
                told[coordinator] = upTo;
                outputs.toClose(coordinator).timers(upTo);
            }
        }
    }

    /** Comes back when the next key is due, unless that is already so. */
    private void schedule(ProcessingTimeService service, long now) {
        long next = TimerIndex.NEVER;
        for (TimerIndex<Object> index : indices) {
            next = Math.min(next, index.nextProcessing());
        }
        lateMs = Math.max(0, now - next);
        if (next > now && next < scheduled) {
            scheduled = next;
            if (wakeUp != null) {
                wakeUp.cancel(false);
            }
            wakeUp = ProcessingTimes.scheduled(service, next - now, () -> due(service));
        }
    }

    private void due(ProcessingTimeService service) throws Exception {
        if (service.getCurrentProcessingTime() >= scheduled) {
            scheduled = NOT_SCHEDULED;
            wakeUp = null;
        }
        tell();
        sender.run();
    }
}
