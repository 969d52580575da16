/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.chain;

import io.tspoon.protocol.deterministic.AccessFunction;
import io.tspoon.protocol.deterministic.Effect;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.pipeline.FunctionException;
import io.tspoon.runtime.pipeline.Interruption;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.StateCalls;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.shape.ValueShape;
import io.tspoon.runtime.transport.Outputs;
import io.tspoon.transaction.AbortReason;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Objects;

/**
 * Calls the user's functions for accesses, and reports to the close operator what they have done
 * once that is final. A function may be called again before that.
 */
@Internal
public final class ChainRunner<I, K, V, O>
        implements AccessFunction<V, ChainedAccess<I, K, V, O>>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChainRunner.class);

    private final StateOperatorPlan<I, K, V, O> plan;
    private final ValueShape<I, V, O> shape;
    private final StateCalls<I, V, O> calls;

    /** Null if functions do not see the access itself. */
    private final @Nullable ResolvedState<?, V, O> use;

    /** Copies elements, as functions may change them and run again; null if they need no copies. */
    private final @Nullable TypeSerializer<I> copies;

    /** The access whose function has thrown an exception last. */
    private @Nullable ChainedAccess<I, K, V, O> failing;

    private final FragmentWriter writer;
    private final AbortCapture capture = new AbortCapture();
    private final Triggering triggering;
    private final Pipeline pipeline;
    private final Pipeline.Entry<O> entry;

    /**
     * Whether emitted elements go only into the result and are serialized in the same way as
     * values.
     */
    private final boolean valuesAreResults;

    public ChainRunner(
            StateOperatorPlan<I, K, V, O> plan, Outputs<?, ?> outputs, RuntimeContext context)
            throws Exception {
        boolean objectReuse = context.isObjectReuseEnabled();
        this.plan = plan;
        writer =
                new FragmentWriter(
                        outputs,
                        capture,
                        new FragmentWriter.Bounds(
                                plan.name(),
                                GraphSettings.MAX_SENT_BYTES,
                                plan.settings().maxOutcomeBytes()));
        shape = plan.shape();
        calls = shape.calls(objectReuse);
        use = calls.use();
        copies =
                objectReuse || plan.inputSerializer().isImmutableType()
                        ? null
                        : plan.inputSerializer();
        TypeSerializer<O> emits = shape.outputSerializer();
        List<Outlet> outlets = plan.outlets();
        valuesAreResults =
                outlets.size() == 1
                        && outlets.get(0) instanceof Outlet.ToResult
                        && shape.isWrittenWith(emits);
        triggering = new Triggering(plan.triggers(), plan.settings().graph(), objectReuse);
        pipeline =
                new Pipeline(
                        writer,
                        capture,
                        plan.router().owners(context.getTaskInfo()),
                        objectReuse,
                        triggering);
        entry = pipeline.entry(outlets, emits);
        for (StatePlan<?, ?, ?> state : plan.states()) {
            state.function().userFunctions().forEach(pipeline::register);
        }
        pipeline.open(context);
    }

    @Override
    public void close() throws Exception {
        pipeline.close();
    }

    /** The use of the state whose function sees the access itself. */
    ResolvedState<?, V, O> use() {
        return Objects.requireNonNull(use, "functions do not see the access itself");
    }

    /** Takes what functions trigger. */
    Triggering triggering() {
        return triggering;
    }

    @Override
    public void keep(ChainedAccess<I, K, V, O> access) {
        access.keep(copies);
    }

    @Override
    public void skip(ChainedAccess<I, K, V, O> access) {
        access.begin(null, false);
        access.end();
    }

    @Override
    public void run(
            ChainedAccess<I, K, V, O> access, @Nullable V below, boolean own, Effect<V> effect)
            throws Exception {
        access.begin(below, own);
        triggering.begin(access.isDeepest());
        try {
            access.checkMode();
            calls.call(access.element(copies), access);
        } catch (Exception e) {
            if (access.reason() != null) {
                AbortCapture.ignore(e);
            } else if (access.isGuarded() && !Interruption.is(e)) {
                access.remember(AbortReasons.byFailure(calls.lastState(), access.keyText(), e));
            } else {
                failing = access;
                throw FunctionException.ofState(
                        "its function",
                        plan.settings().graph(),
                        calls.lastState(),
                        access.keyText(),
                        "slot=" + access.slot(),
                        access.element(null),
                        e);
            }
        } catch (Error e) {
            if (access.reason() == null) {
                failing = access;
                throw e;
            }
            AbortCapture.ignore(e);
        } finally {
            access.end();
        }
        if (access.reason() != null) {
            effect.fail();
        } else if (access.isWritten()) {
            effect.write(access.read());
        }
    }

    /** The job fails, because of an access or of what follows. */
    void logFailure(Throwable failure) {
        if (Interruption.is(failure)) {
            LOG.info(
                    "[TSP-2207] Cannot access state: {} was interrupted, as when its task is"
                            + " cancelled, state={}",
                    "an access",
                    plan.name());
            return;
        }
        LOG.error(
                "[TSP-2221] Cannot access state: an access failed in its chain, and the job with"
                        + " it, state={}, last key whose function has thrown={}",
                calls.lastState(),
                failing == null ? "none" : failing.keyText(),
                failure);
    }

    /**
     * Reports an access whose transaction may commit: what it has written and emitted, or why it
     * fails.
     */
    void report(long id, int coordinator, ChainedAccess<I, K, V, O> access) throws Exception {
        writer.begin(coordinator, access.slot(), id);
        writer.number(access.number());
        AbortReason reason = access.reason();
        triggering.begin(access.isDeepest());
        if (reason == null) {
            sendOn(id, access);
        } else {
            writer.abort(reason, false);
        }
        end(id, access);
    }

    /** Reports an access of a transaction that has aborted, but not because of it. */
    void reportVoid(long id, int coordinator, ChainedAccess<I, K, V, O> access) {
        writer.begin(coordinator, access.slot(), id);
        end(id, access);
    }

    private void end(long id, ChainedAccess<I, K, V, O> access) {
        writer.end(access.weight());
        if (writer.isLarge() && writer.isTooLarge(0)) {
            throw new IllegalStateException(
                    "[TSP-2219] Cannot report transaction: its outcome is too large, state="
                            + plan.name()
                            + ", key="
                            + access.keyText()
                            + ", transaction="
                            + id
                            + ", limit="
                            + plan.settings().maxOutcomeBytes()
                            + ". Let transactions write and emit less: one that is executed in"
                            + " chains cannot be aborted any more when this is known.");
        }
    }

    /** Whether a block has become large, so that it should be sent before more is added. */
    boolean getAndClearLarge() {
        return writer.getAndClearLarge();
    }

    private void sendOn(long id, ChainedAccess<I, K, V, O> access) throws Exception {
        O first = access.firstEmitted();
        if (access.isWritten()) {
            V value = access.read();
            boolean again = access.chain().reportsAgain(id);
            shape.report(writer, false, again, plan.records(), access.chain().key(), value);
            if (valuesAreResults
                    && first != null
                    && first == value
                    && access.moreEmitted().isEmpty()) {
                writer.reportedValueToResult();
                return;
            }
        } else if (first == null) {
            writer.report(false);
        }
        if (first == null) {
            return;
        }
        entry.accept(first);
        for (O next : access.moreEmitted()) {
            entry.accept(next);
        }
    }
}
