/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.read;

import io.tspoon.flink.directory.TaskLink;
import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.read.JobLayout;
import io.tspoon.read.StateInstance;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.read.ReadMembership;
import io.tspoon.runtime.read.ReadServices;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.cache.RecordCache;
import io.tspoon.runtime.state.index.OperatorIndexes;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.util.function.ThrowingRunnable;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Connects the readers of an instance, one for each of its states, with the server of the process,
 * and, once the instance is ready, with the directory of the job.
 */
@Internal
public final class InstanceReader<K, V> implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long TICK_MS = 50;

    private final ReadQueue queue;
    private final KeyLists<K, V> keyLists;
    private final List<StateReader<K, V, ?, ?>> readers;
    private final ReadMembership membership;
    private final TaskLink link;
    private final ProcessingTimeService time;
    private boolean announced;

    private InstanceReader(
            ReadQueue queue,
            KeyLists<K, V> keyLists,
            List<StateReader<K, V, ?, ?>> readers,
            ReadMembership membership,
            TaskLink link,
            ProcessingTimeService time) {
        this.queue = queue;
        this.keyLists = keyLists;
        this.readers = readers;
        this.membership = membership;
        this.link = link;
        this.time = time;
    }

    /**
     * Starts the server of the process unless it runs already. The readers of all states share the
     * queue and the key lists.
     *
     * @param host host of any of the states
     * @param indexes of the states
     * @param trim evicts some of the cache's surplus
     */
    public static <K, V> InstanceReader<K, V> open(
            ReaderContext<K, V> host,
            ReadSettings settings,
            MailboxExecutor mailbox,
            InstalledVersions<K, V> versions,
            RecordCache<K, V> cache,
            OperatorIndexes<K, V> indexes,
            ThrowingRunnable<Exception> trim,
            ReadMetrics metrics)
            throws Exception {
        StateOperatorPlan<?, K, V, ?> plan = host.plan();
        AbstractStreamOperator<?> operator = host.operator();
        ProcessingTimeService time = operator.getProcessingTimeService();
        RuntimeContext context = operator.getRuntimeContext();
        TaskInfo task = context.getTaskInfo();
        long incarnation = RANDOM.nextLong();
        TaskLink link = TaskLink.ofState(operator);
        ReadMembership membership =
                ReadServices.join(
                        context.getJobInfo(), settings, link, operator.getUserCodeClassloader());
        try {
            List<StateReader<K, V, ?, ?>> readers = new ArrayList<>();
            ReadQueue queue =
                    new ReadQueue(
                            mailbox,
                            plan.name() + "[" + task.getIndexOfThisSubtask() + "]",
                            action -> ProcessingTimes.after(time, 0, action::run),
                            System::nanoTime,
                            () -> readers.forEach(StateReader::ask));
            KeyLists<K, V> keyLists = new KeyLists<>(cache, trim);
            for (StatePlan<?, ?, ?> state : plan.shownStates()) {
                int place = readers.size();
                StateInstance<?, ?> description =
                        describe(plan, settings, place, state, task, incarnation);
                readers.add(
                        new StateReader<>(
                                description,
                                host.at(place),
                                queue,
                                keyLists,
                                versions,
                                cache,
                                metrics,
                                settings.retainedVersions(),
                                indexes.of(place)));
            }
            InstanceReader<K, V> reading =
                    new InstanceReader<>(queue, keyLists, readers, membership, link, time);
            reading.tick();
            return reading;
        } catch (RuntimeException | Error e) { // the user's types may fail to link
            membership.close();
            throw e;
        }
    }

    private static <R, K, T> StateInstance<K, T> describe(
            StateOperatorPlan<?, R, ?, ?> plan,
            ReadSettings settings,
            int place,
            StatePlan<?, T, ?> state,
            TaskInfo task,
            long incarnation) {
        RecordSpace<R> records = plan.records();
        return new StateInstance<>(
                plan.settings().graph(),
                state.name(),
                task.getIndexOfThisSubtask(),
                task.getNumberOfParallelSubtasks(),
                task.getMaxNumberOfParallelSubtasks(),
                incarnation,
                RecordSpace.keys(records, place),
                state.valueType(),
                state.initialValue()::of,
                state.initialValue().ofAll(),
                state.constraintName(),
                key -> records.flinkKey(records.record(place, key)),
                Duration.ofMillis(settings.retentionMs()));
    }

    /** More transactions are over. */
    public void advanced() {
        for (StateReader<K, V, ?, ?> reader : readers) {
            reader.advanced();
        }
        queue.goOn();
    }

    /** Whether records have to stay in the cache. */
    public boolean isScanning() {
        return keyLists.isBusy();
    }

    /** All input is processed; timers have no effect any more. */
    public void finish() {
        queue.finish();
    }

    /** The instance has all of its state, so it is made known to readers. */
    public void ready() throws IOException {
        if (announced) {
            return;
        }
        announced = true;
        for (StateReader<K, V, ?, ?> reader : readers) {
            reader.restored();
            membership.add(reader);
        }
        StateInstance<?, ?> description = readers.get(0).description();
        link.announce(
                new JobLayout.Instance(
                        description.index(),
                        description.maxParallelism(),
                        description.incarnation(),
                        membership.address(),
                        link.processHost()));
    }

    private void tick() {
        for (StateReader<K, V, ?, ?> reader : readers) {
            reader.tick();
        }
        keyLists.dropAbandoned();
        ProcessingTimes.after(time, TICK_MS, this::tick);
    }

    @Override
    public void close() {
        try {
            queue.close();
            keyLists.close();
            for (StateReader<K, V, ?, ?> reader : readers) {
                reader.close();
            }
        } finally {
            membership.close();
        }
    }
}
