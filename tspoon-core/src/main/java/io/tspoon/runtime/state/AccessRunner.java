/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.Vote;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.transport.FragmentKind;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/** Runs the user's function for a granted access, and writes what becomes of its fragment. */
final class AccessRunner<I, K, V, O> {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRunner.class);

    private final StatePlan<I, K, V, O> plan;
    private final FragmentWriter writer;
    private final AbortCapture capture = new AbortCapture();
    private final Pipeline pipeline;
    private final Pipeline.Entry<O> entry;
    private final @Nullable TypeSerializer<V> valueCopies;
    private final @Nullable TypeSerializer<O> emitCopies;

    /** Emitted elements go nowhere but into the result, and are written as values are. */
    private final boolean valuesAreResults;

    AccessRunner(
            StateOperatorPlan<I, K, V, O> operator,
            Outputs outputs,
            TaskInfo task,
            boolean objectReuse) {
        plan = operator.state();
        writer = new FragmentWriter(outputs);
        TypeSerializer<V> values = plan.valueSerializer();
        TypeSerializer<O> emits = plan.outputSerializer();
        valueCopies = objectReuse || values.isImmutableType() ? null : values;
        emitCopies = objectReuse || emits.isImmutableType() ? null : emits;
        List<Outlet> outlets = plan.outlets();
        valuesAreResults =
                outlets.size() == 1
                        && outlets.get(0) instanceof Outlet.ToResult
                        && emits.equals(values);
        Pipeline.Routing routing =
                new Pipeline.Routing(
                        operator.router(),
                        task.getMaxNumberOfParallelSubtasks(),
                        task.getNumberOfParallelSubtasks());
        pipeline = new Pipeline(writer, capture, routing, objectReuse);
        entry = pipeline.entry(outlets, emits);
        plan.function().userFunctions().forEach(pipeline::register);
    }

    StatePlan<I, K, V, O> plan() {
        return plan;
    }

    /** Copies values for user code; null if they need no copies. */
    @Nullable TypeSerializer<V> valueCopies() {
        return valueCopies;
    }

    /** Copies what user code emits; null if that needs no copies. */
    @Nullable TypeSerializer<O> emitCopies() {
        return emitCopies;
    }

    void open(RuntimeContext runtime) throws Exception {
        pipeline.open(runtime);
    }

    void close() throws Exception {
        pipeline.close();
    }

    /** Runs an access that had to wait. */
    @SuppressWarnings("unchecked")
    void resume(Access<K, V> access) {
        try {
            run((StateAccess<I, K, V, O>) access, true);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AccessException(plan.name(), e);
        }
    }

    /**
     * Runs a granted access.
     *
     * @param reportsHold whether the decision has to come back to this participant
     * @return whether the access votes for the commit
     */
    boolean run(StateAccess<I, K, V, O> access, boolean reportsHold) throws Exception {
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        if (access.isDependent()) {
            writer.dependsOn(access.sourceSlot(), access.sourceTimestamp());
        }
        boolean rewrites = access.readsOwnWrite();
        try {
            access.call();
        } catch (Exception e) {
            LOG.error(
                    "Cannot access state: its function failed, and the job with it, state={},"
                            + " key={}, coordinator={}, timestamp={}",
                    plan.name(),
                    access.key(),
                    access.coordinator(),
                    access.timestamp());
            throw e;
        }
        AbortReason reason = access.reason();
        if (reason == null) {
            reason = sendOn(access, rewrites, reportsHold && access.isHeld());
        }
        if (reason != null) {
            writer.abort(reason, reportsHold && access.isHeld());
        }
        writer.end(access.weight());
        return reason == null;
    }

    void refuse(Access<K, V> access) {
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        writer.vote(Vote.RETRY, false);
        writer.end(((StateAccess<?, ?, ?, ?>) access).weight());
    }

    /** Reports the access and sends on what was emitted; gives the reason if a step aborts. */
    private @Nullable AbortReason sendOn(
            StateAccess<I, K, V, O> access, boolean rewrites, boolean reportsHold)
            throws Exception {
        O first = access.firstEmitted();
        if (access.isWritten()) {
            V value = access.read();
            int kind = reportsHold ? FragmentKind.HELD : 0;
            kind |= rewrites ? FragmentKind.REWRITTEN : 0;
            writer.reportWrite(
                    kind, plan.keySerializer(), access.key(), plan.valueSerializer(), value);
            if (valuesAreResults
                    && first != null
                    && first == value
                    && access.moreEmitted().isEmpty()) {
                writer.reportedValueToResult();
                return null;
            }
        } else if (reportsHold || first == null || access.isDependent()) {
            writer.report(reportsHold);
        }
        if (first == null) {
            return null;
        }
        capture.begin();
        try {
            entry.accept(first);
            for (O next : access.moreEmitted()) {
                entry.accept(next);
            }
        } catch (AbortSignal signal) {
            // The reason is in the capture.
        }
        AbortReason reason = capture.reason();
        return reason == null ? null : AbortReasons.withKey(reason, access.keyText());
    }
}
