/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.protocol.Access;
import io.tspoon.protocol.Vote;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortSignal;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** Runs the user's function for a granted access, and writes what becomes of its fragment. */
final class AccessRunner<I, K, V, O> {
    private final StatePlan<I, K, V, O> plan;
    private final FragmentWriter writer;
    private final AbortCapture capture = new AbortCapture();
    private final EmitContext<O> context;
    private final ValueView<K, V> view;
    private final Pipeline pipeline;
    private final Pipeline.Entry<O> entry;

    AccessRunner(
            StateOperatorPlan<I, K, V, O> operator,
            Outputs outputs,
            TaskInfo task,
            boolean objectReuse) {
        plan = operator.state();
        writer = new FragmentWriter(outputs);
        TypeSerializer<O> emits = plan.outputSerializer();
        boolean copies = !objectReuse && !emits.isImmutableType();
        context = new EmitContext<>(plan.name(), capture, copies ? emits : null);
        view = new ValueView<>(plan, context, objectReuse);
        Pipeline.Routing routing =
                new Pipeline.Routing(
                        operator.router(),
                        task.getMaxNumberOfParallelSubtasks(),
                        task.getNumberOfParallelSubtasks());
        pipeline = new Pipeline(writer, capture, routing, objectReuse);
        entry = pipeline.entry(plan.outlets(), emits);
        pipeline.register(plan.function().userFunction());
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
            run((StateAccess<I, K, V>) access);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AccessException(plan.name(), e);
        }
    }

    void run(StateAccess<I, K, V> access) throws Exception {
        I element = access.element;
        if (element == null) {
            throw new IllegalStateException("Cannot run access: it has no element");
        }
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        capture.begin(access.key());
        boolean rewrites = access.readsOwnWrite();
        view.show(access);
        List<O> emitted = context.emitted();
        try {
            plan.function().access(element, view, context);
        } catch (AbortSignal signal) {
            // The reason is in the capture.
        }
        AbortReason reason = capture.reason();
        if (reason == null) {
            report(access, rewrites, emitted.isEmpty());
            reason = sendOn(emitted);
        }
        if (reason != null) {
            writer.abort(reason, access.isHeld());
        }
        view.show(null);
        emitted.clear();
        writer.end(access.weight);
    }

    void refuse(Access<K, V> access) {
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        writer.vote(Vote.RETRY, false);
        writer.end(((StateAccess<?, ?, ?>) access).weight);
    }

    /** Tells the close operator what it must know of the access. */
    private void report(StateAccess<I, K, V> access, boolean rewrites, boolean emitsNothing)
            throws Exception {
        if (view.isWritten()) {
            writer.reportWrite(
                    plan.keySerializer(),
                    access.key(),
                    plan.valueSerializer(),
                    access.read(),
                    rewrites);
        } else if (access.isHeld() || emitsNothing) {
            writer.report(access.isHeld());
        }
    }

    /** Runs the stateless operations behind; gives the reason if one of them aborts. */
    private @Nullable AbortReason sendOn(List<O> emitted) throws Exception {
        try {
            for (int i = 0; i < emitted.size(); i++) {
                entry.accept(emitted.get(i));
            }
        } catch (AbortSignal signal) {
            // The reason is in the capture.
        }
        return capture.reason();
    }
}
