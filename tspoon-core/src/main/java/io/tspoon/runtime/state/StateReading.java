/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.directory.TaskLink;
import io.tspoon.flink.operator.ProcessingTimes;
import io.tspoon.read.JobLayout;
import io.tspoon.read.StateInstance;
import io.tspoon.runtime.plan.ReadSettings;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.read.ReadMembership;
import io.tspoon.runtime.read.ReadServices;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * Brings the reader of an instance together with the server of the process and the directory of the
 * job, once the instance is ready.
 */
final class StateReading<K, V> implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long TICK_MS = 50;

    private final StateReader<K, V> reader;
    private final ReadMembership membership;
    private final TaskLink link;
    private final ProcessingTimeService time;
    private boolean announced;

    private StateReading(
            StateReader<K, V> reader,
            ReadMembership membership,
            TaskLink link,
            ProcessingTimeService time) {
        this.reader = reader;
        this.membership = membership;
        this.link = link;
        this.time = time;
    }

    /** Makes a reader of an operator's instance. */
    interface ReaderFactory<K, V> {
        StateReader<K, V> create(StateInstance<K, V> description, int retainedVersions);
    }

    /** Starts the server of the process unless it runs already. */
    static <K, V> StateReading<K, V> open(
            StateOperatorPlan<?, K, V, ?> plan,
            ReadSettings settings,
            AbstractStreamOperator<?> operator,
            ProcessingTimeService time,
            ReaderFactory<K, V> readers)
            throws Exception {
        RuntimeContext context = operator.getRuntimeContext();
        TaskInfo task = context.getTaskInfo();
        StatePlan<?, K, V, ?> state = plan.state();
        StateInstance<K, V> description =
                new StateInstance<>(
                        plan.settings().graph(),
                        state.name(),
                        task.getIndexOfThisSubtask(),
                        task.getNumberOfParallelSubtasks(),
                        task.getMaxNumberOfParallelSubtasks(),
                        RANDOM.nextLong(),
                        plan.keyType(),
                        plan.valueType(),
                        state.initialValue().get(),
                        state.constraintName(),
                        Duration.ofMillis(settings.retentionMs()));
        TaskLink link = TaskLink.ofState(operator);
        ReadMembership membership =
                ReadServices.join(
                        context.getJobInfo(), settings, link, operator.getUserCodeClassloader());
        try {
            StateReader<K, V> reader = readers.create(description, settings.retainedVersions());
            StateReading<K, V> reading = new StateReading<>(reader, membership, link, time);
            reading.tick();
            return reading;
        } catch (RuntimeException e) {
            membership.close();
            throw e;
        }
    }

    StateReader<K, V> reader() {
        return reader;
    }

    /** The instance has all of its state. */
    void ready() throws IOException {
        if (announced) {
            return;
        }
        announced = true;
        reader.restored();
        membership.add(reader);
        StateInstance<K, V> description = reader.description();
        link.announce(
                new JobLayout.Instance(
                        description.index(),
                        description.maxParallelism(),
                        description.incarnation(),
                        membership.address()));
    }

    private void tick() {
        reader.tick();
        ProcessingTimes.after(time, TICK_MS, this::tick);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } finally {
            membership.close();
        }
    }
}
