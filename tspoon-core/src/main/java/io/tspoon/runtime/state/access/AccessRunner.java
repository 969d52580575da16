/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.access;

import io.tspoon.protocol.access.Access;
import io.tspoon.protocol.regime.OperatorTraits;
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

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Runs the user's function for a granted access, and writes the resulting fragments. */
@Internal
public final class AccessRunner<I, K, V, O> {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRunner.class);

    private static final String REPEATING =
            "Repeating transaction: a function failed on what may never be committed, state={},"
                    + " coordinator={}, timestamp={}";

    /** Names what has failed in log messages and exceptions. */
    private static final String ITS_FUNCTION = "its function";

    private static final String WHAT_FOLLOWS = "a function behind it, or a serializer,";

    /**
     * A set that held more entries is replaced instead of cleared, because clearing walks all its
     * places, however few are used.
     */
    private static final int FEW = 64;

    /** One in so many bytes of an outcome may come from those who are not the last to vote. */
    private static final int PARTS_BEFORE_LAST = 64;

    private final StateOperatorPlan<I, K, V, O> plan;

    private final ValueShape<I, V, O> shape;
    private final StateCalls<I, V, O> calls;

    /** Null if functions do not see the access itself. */
    private final @Nullable ResolvedState<?, V, O> use;

    /** Whether an access may be refused. */
    private final boolean mayRefuse;

    /** Whether another participant may be the last to vote about what goes on from here. */
    private final boolean mayPassOnLastVote;

    /**
     * How much of an outcome may come from here if another participant is the last to vote: close
     * must not find an outcome too large that was committed there.
     */
    private final long maxBytesBeforeLast;

    /** How much all of them may have reported. */
    private final long maxBytesOfAllBeforeLast;

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

    /**
     * The attempt of the last access that voted against its attempt; {@link #votedKeys} are the
     * keys where accesses of the attempt did so.
     */
    private long votedTimestamp;

    private Set<K> votedKeys = new HashSet<>();

    public AccessRunner(
            StateOperatorPlan<I, K, V, O> plan, Outputs<?, ?> outputs, RuntimeContext context) {
        boolean objectReuse = context.isObjectReuseEnabled();
        this.plan = plan;
        mayRefuse = plan.settings().regime().sequencing().mayRefuse();
        OperatorTraits operator = plan.traits();
        mayPassOnLastVote = operator.sendsOn() && !operator.exchanges();
        int maxOutcome = plan.settings().maxOutcomeBytes();
        int operators = plan.reaches().length;
        maxBytesBeforeLast = maxOutcome / PARTS_BEFORE_LAST / operators;
        maxBytesOfAllBeforeLast = maxBytesBeforeLast * operators;
        writer =
                new FragmentWriter(
                        outputs,
                        capture,
                        new FragmentWriter.Bounds(
                                plan.name(), GraphSettings.MAX_SENT_BYTES, maxOutcome));
        shape = plan.shape();
        calls = shape.calls(objectReuse);
        use = calls.use();
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
    }

    public StateOperatorPlan<I, K, V, O> plan() {
        return plan;
    }

    /** What calls the functions of this instance. */
    StateCalls<I, V, O> calls() {
        return calls;
    }

    /** Calls the user's functions for an access. */
    void call(I element, StateAccess<I, K, V, O> access) throws Exception {
        calls.call(element, access);
    }

    /** The use of the state whose function sees the access itself. */
    ResolvedState<?, V, O> use() {
        return Objects.requireNonNull(use, "functions do not see the access itself");
    }

    /** Takes what functions trigger. */
    Triggering triggering() {
        return triggering;
    }

    public void open(RuntimeContext runtime) throws Exception {
        pipeline.open(runtime);
    }

    public void close() throws Exception {
        pipeline.close();
    }

    /**
     * Whether a block has become large since the last call, so that it should be sent before more
     * is added.
     */
    boolean getAndClearLarge() {
        return writer.getAndClearLarge();
    }

    /**
     * Runs a granted access.
     *
     * @param reportsHold whether the decision has to come back to this participant
     * @return whether the access votes for the commit
     */
    public boolean run(StateAccess<I, K, V, O> access, boolean reportsHold) throws IOException {
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        writer.number(access.number());
        boolean speculative = access.isSpeculative();
        boolean mayVoteLast = mayPassOnLastVote && access.votesLast() && !speculative;
        long before = mayVoteLast ? writer.bytesToClose() : 0;
        if (speculative) {
            writer.speculates();
        }
        if (access.isGuarded()) {
            writer.guarded();
        }
        if (access.isDeepest()) {
            writer.deepest();
        }
        noteDependency(access);
        boolean reports = reportsHold && access.isHeld();
        long elsewhere = access.isLast() ? maxBytesOfAllBeforeLast : 0;
        if (isVotedAgainst(access)) {
            access.skip();
            writer.report(reports);
            writer.end(access.weight());
            return false;
        }
        if (writer.isLarge() && writer.isTooLarge(elsewhere)) {
            access.skip();
            return abort(access, writer.tooLarge(access.keyText()), reports);
        }
        boolean rewrites = access.readsOwnWrite();
        AbortReason reason;
        String running = ITS_FUNCTION;
        triggering.begin(access.isDeepest());
        try {
            access.call();
            reason = access.reason();
            if (reason == null) {
                running = WHAT_FOLLOWS;
                reason = sendOn(access, rewrites, reports);
            }
        } catch (Exception e) {
            if (speculative || isOvertaken(access)) {
                return repeat(access, reports, e);
            }
            if (access.isGuarded() && !Interruption.is(e)) {
                writer.takeBackLast();
                noteDependency(access); // what was taken back may have contained it
                return failed(access, failed(access, e), reports, elsewhere);
            }
            logFailure(running, access, e);
            throw failure(running, access, e);
        } catch (Error e) {
            logFailure(running, access, e);
            throw e;
        }
        if (reason == null && writer.isTooLarge(elsewhere)) {
            reason = writer.tooLarge(access.keyText());
        }
        if (reason == null && writer.triggersTooMany()) {
            reason = AbortReasons.byTriggers(plan.name(), access.keyText());
        }
        if (reason != null) {
            return failed(access, reason, reports, elsewhere);
        }
        access.committing();
        if (mayVoteLast
                && !writer.triggers()
                && writer.bytesToClose() - before <= maxBytesBeforeLast) {
            writer.votesLast();
        }
        writer.end(access.weight());
        return true;
    }

    private FunctionException failure(
            String failed, StateAccess<I, K, V, O> access, Exception cause) {
        return FunctionException.ofState(
                failed,
                plan.settings().graph(),
                calls.lastState(),
                access.keyText(),
                "coordinator=" + access.coordinator() + ", timestamp=" + access.timestamp(),
                access.element(),
                cause);
    }

    private AbortReason failed(StateAccess<I, K, V, O> access, Exception failure) {
        return AbortReasons.byFailure(calls.lastState(), access.keyText(), failure);
    }

    /** Aborts, or rejects the element of a batch alone. A bound is of all elements together. */
    private boolean failed(
            StateAccess<I, K, V, O> access, AbortReason reason, boolean reportsHold, long elsewhere)
            throws IOException {
        if (access.isRejecting() && reason.kind() != AbortReason.Kind.BOUND) {
            return reject(access, reason, reportsHold, elsewhere);
        }
        return abort(access, reason, reportsHold);
    }

    /** The access has written nothing, and what it has sent on is taken back. */
    private boolean reject(
            StateAccess<I, K, V, O> access, AbortReason reason, boolean reportsHold, long elsewhere)
            throws IOException {
        writer.takeBackRejected();
        noteDependency(access); // what was taken back may have contained it
        writer.reject(reason, reportsHold);
        if (writer.isTooLarge(elsewhere)) {
            return abort(access, writer.tooLarge(access.keyText()), reportsHold);
        }
        writer.end(access.weight());
        return true;
    }

    private boolean abort(StateAccess<I, K, V, O> access, AbortReason reason, boolean reportsHold)
            throws IOException {
        noteVoteAgainst(access);
        writer.abort(reason, reportsHold);
        writer.end(access.weight());
        return false;
    }

    private void logFailure(String failed, StateAccess<I, K, V, O> access, Throwable failure) {
        if (Interruption.is(failure)) {
            LOG.info(
                    "[TSP-2207] Cannot access state: {} was interrupted, as when its task is"
                            + " cancelled, state={}, key={}",
                    failed,
                    calls.lastState(),
                    access.key());
            return;
        }
        LOG.error(
                "[TSP-2208] Cannot access state: {} failed, and the job with it, state={}, key={},"
                        + " coordinator={}, timestamp={}",
                failed,
                calls.lastState(),
                access.key(),
                access.coordinator(),
                access.timestamp(),
                failure);
    }

    /**
     * Whether an earlier access of the attempt to the key has voted against the attempt. This
     * access then lacks what the earlier one did not write, and a function that meets such a value
     * may fail, although it never would in a serial execution. So the function is not called; the
     * attempt does not commit anyway.
     */
    private boolean isVotedAgainst(StateAccess<I, K, V, O> access) {
        return access.isVotedAgainst()
                || (access.timestamp() == votedTimestamp && votedKeys.contains(access.key()));
    }

    private void noteVoteAgainst(Access<K, V> access) {
        access.markVotedAgainst();
        if (votedTimestamp != access.timestamp()) {
            votedTimestamp = access.timestamp();
            if (votedKeys.size() > FEW) {
                votedKeys = new HashSet<>();
            } else {
                votedKeys.clear();
            }
        }
        votedKeys.add(access.key());
    }

    /**
     * Whether an earlier access of the attempt to the key may have been refused, so that this one
     * lacks what the earlier one would have written.
     */
    private boolean isOvertaken(StateAccess<I, K, V, O> access) {
        return mayRefuse && access.conflict() > access.timestamp();
    }

    /**
     * Has the attempt repeated, because a function of the access, or of a step behind it, has
     * failed on data that may never be committed: on data that derives from a tentative value, or
     * lacks a write of its own attempt.
     *
     * <p>If that was not the reason for the failure, the function fails once more when everything
     * it sees is committed, at the latest when its transaction has priority. What the access has
     * already sent on is dropped together with its attempt.
     */
    private boolean repeat(StateAccess<I, K, V, O> access, boolean reportsHold, Exception failure)
            throws IOException {
        LOG.debug(REPEATING, calls.lastState(), access.coordinator(), access.timestamp(), failure);
        noteVoteAgainst(access);
        writer.takeBackLast();
        noteDependency(access); // what was taken back may have contained it
        writer.repeat(reportsHold);
        writer.end(access.weight());
        return false;
    }

    /** As above, for an access that has not begun. */
    public void repeat(int coordinator, int slot, long timestamp, long weight, Exception failure)
            throws IOException {
        LOG.debug(REPEATING, plan.name(), coordinator, timestamp, failure);
        writer.begin(coordinator, slot, timestamp);
        writer.repeat(false);
        writer.end(weight);
    }

    private void noteDependency(StateAccess<I, K, V, O> access) {
        if (access.isDependent()) {
            writer.dependsOn(access.sourceSlot(), access.sourceTimestamp());
        }
    }

    void refuse(Access<K, V> access) {
        noteVoteAgainst(access);
        writer.begin(access.coordinator(), access.slot(), access.timestamp());
        writer.refuse();
        writer.end(((StateAccess<?, ?, ?, ?>) access).weight());
    }

    /**
     * Reports the access and sends on what was emitted. Returns the reason if a step aborts, else
     * null.
     */
    private @Nullable AbortReason sendOn(
            StateAccess<I, K, V, O> access, boolean rewrites, boolean reportsHold)
            throws Exception {
        O first = access.firstEmitted();
        if (access.isWritten()) {
            V value = access.written();
            shape.report(writer, reportsHold, rewrites, plan.records(), access.key(), value);
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
        } catch (Exception | Error e) {
            if (capture.reason() == null) {
                throw e;
            }
            AbortCapture.ignore(e);
        }
        AbortReason reason = capture.reason();
        return reason == null ? null : AbortReasons.withKey(reason, access.keyText());
    }
}
