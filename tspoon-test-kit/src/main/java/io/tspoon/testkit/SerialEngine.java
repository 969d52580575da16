/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.flink.testkit.BuiltGraph;
import io.tspoon.protocol.regime.AttemptIsolation;
import io.tspoon.protocol.regime.ExecutionWays;
import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.Exchanges;
import io.tspoon.runtime.pipeline.FunctionException;
import io.tspoon.runtime.pipeline.KeysEnd;
import io.tspoon.runtime.pipeline.Passes;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Owners;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.TriggerKey;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes the transactions of a t-graph one after the other, on this thread. It calls what the
 * operators of a job call, with the same copies, checks and messages; what lies between operators
 * is a queue.
 *
 * <p>Within a transaction, an operator executes its accesses in the order in which their elements
 * were sent, after the operators that send to it.
 */
final class SerialEngine<R> implements AutoCloseable {
    private static final int COORDINATOR = 0;
    private static final int SLOT = 0;

    private final OpenPlan<Object> plan;
    private final SerialOutput<R> output;
    private final AbortCapture capture = new AbortCapture();
    private final Passes passes;
    private final Pipeline pipeline;
    private final Pipeline.Entry<Object> entry;
    private final List<SerialState<?, ?, ?, ?>> states = new ArrayList<>();
    private final boolean inChains;
    private final Triggering triggering;

    /** What the transactions have triggered that were executed, in its order. */
    private final ArrayDeque<Follower> followers = new ArrayDeque<>();

    private long count;

    /**
     * What a transaction has triggered.
     *
     * @param element as it comes to the open operator
     * @param key of the transaction
     */
    record Follower(Object element, String key) {}

    @SuppressWarnings("unchecked") // elements are given by what they come by
    SerialEngine(BuiltGraph graph, RuntimeContext context) throws Exception {
        boolean objectReuse = context.isObjectReuseEnabled();
        Owners owners = key -> 0;
        plan = (OpenPlan<Object>) graph.open();
        inChains = plan.settings().regime().isolation().execution(new AreChains());
        triggering = new Triggering(plan.triggers(), plan.settings().graph(), objectReuse);
        output = new SerialOutput<>((TypeSerializer<R>) graph.close().elementSerializer());
        if (plan.exchanges()) {
            Exchanges exchanges =
                    new Exchanges(
                            output,
                            capture,
                            owners,
                            objectReuse,
                            triggering,
                            KeysEnd.WITH_THE_DECISION,
                            1);
            passes = exchanges;
            pipeline = new Pipeline(output, capture, owners, objectReuse, triggering, exchanges);
        } else {
            passes = Passes.ONE;
            pipeline = new Pipeline(output, capture, owners, objectReuse, triggering);
        }
        entry = pipeline.entry(plan.outlets(), plan.inputSerializer());
        for (StateOperatorPlan<?, ?, ?, ?> state : graph.states()) {
            SerialState<?, ?, ?, ?> serial =
                    new SerialState<>(state, output, objectReuse, triggering, inChains);
            states.add(serial);
            output.add(state.index(), serial);
        }
        pipeline.open(context);
        for (SerialState<?, ?, ?, ?> state : states) {
            state.open(context);
        }
    }

    private static final class AreChains implements ExecutionWays<Boolean> {
        @Override
        public Boolean inAttempts(AttemptIsolation isolation) {
            return false;
        }

        @Override
        public Boolean inChains() {
            return true;
        }
    }

    @Override
    public void close() throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        open.add(pipeline::close);
        states.forEach(state -> open.add(state::close));
        IOUtils.closeAll(open, Throwable.class);
    }

    OpenPlan<Object> plan() {
        return plan;
    }

    /** A state of the t-graph, and where it is. */
    record Located(SerialState<?, ?, ?, ?> in, int place) {
        StatePlan<?, ?, ?> plan() {
            return in.state(place);
        }
    }

    /** The state of a name; null if there is none. */
    @Nullable Located find(String state) {
        for (SerialState<?, ?, ?, ?> one : states) {
            int place = one.place(state);
            if (place >= 0) {
                return new Located(one, place);
            }
        }
        return null;
    }

    /** The names of all states. */
    List<String> stateNames() {
        return plan.states().stream().map(state -> state.name()).toList();
    }

    /**
     * Executes the transaction of an element.
     *
     * @param given as it comes to the open operator
     * @param callKey of a call; null for an element of a stream
     */
    TransactionResult<R> execute(Object given, @Nullable String callKey) throws Exception {
        Object element = Travel.through(plan.inputSerializer(), given);
        String key = callKey == null ? keyOf(element) : callKey;
        int depth =
                plan.triggers().isTarget(plan.entranceName(element))
                        ? TriggerKey.parse(key).depth()
                        : 0;
        boolean deepest = depth >= TriggerTarget.MAX_DEPTH;
        SerialTransaction<R> transaction =
                new SerialTransaction<>(++count, element, plan.isGuarded(element), deepest);
        boolean isOver = false;
        output.begin(transaction);
        try {
            first(transaction);
            runStates(transaction);
            List<ExchangedValue<?, ?>> answers = transaction.takeAnswers();
            if (!answers.isEmpty() && !transaction.isAborted()) {
                second(transaction, answers);
                runStates(transaction);
            }
            isOver = true;
        } finally {
            boolean commits = isOver && !transaction.isAborted();
            for (SerialState<?, ?, ?, ?> state : states) {
                state.end(commits);
            }
        }
        follow(transaction, depth + 1);
        return transaction.result(
                plan.entranceName(element), key, plan.settings().returnedInputs());
    }

    private void follow(SerialTransaction<R> transaction, int depth) {
        List<Triggered> triggered = transaction.triggered();
        for (int i = 0; i < triggered.size(); i++) {
            Triggered one = triggered.get(i);
            int place = plan.triggers().placeOf(one.entrance());
            int entrance = plan.triggers().targets().get(place).entrance();
            followers.add(
                    new Follower(
                            new Entered<>(entrance, one.element()),
                            new TriggerKey(transaction.number(), i, depth, COORDINATOR).text()));
        }
    }

    /** Removes and returns what comes next of all that was triggered; null if nothing does. */
    @Nullable Follower takeFollower() {
        return followers.poll();
    }

    /** Forgets what was triggered. */
    void dropFollowers() {
        followers.clear();
    }

    private String keyOf(Object element) throws Exception {
        KeySelector<Object, String> selector = plan.transactionKey();
        String key = selector == null ? "" : selector.getKey(element);
        if (key == null) {
            throw new NullPointerException(
                    "[TSP-8003] Cannot execute element serially: the key of its transaction is"
                            + " null, graph="
                            + plan.settings().graph()
                            + ", element="
                            + element
                            + ". Give every element a key.");
        }
        return key;
    }

    /** What the open operator does before it knows any value. */
    private void first(SerialTransaction<R> transaction) {
        triggering.begin(transaction.isDeepest());
        passes.begin();
        capture.begin();
        try {
            entry.accept(Travel.through(plan.inputSerializer(), transaction.element()));
            passes.end(SLOT);
        } catch (Exception | Error e) {
            failed(transaction, e);
        }
        AbortReason reason = capture.reason();
        if (reason != null) {
            transaction.abort(reason);
            if (inChains) {
                states.forEach(SerialState::takeBack);
                transaction.takeBack();
            }
        }
    }

    private void second(SerialTransaction<R> transaction, List<ExchangedValue<?, ?>> values) {
        triggering.begin(transaction.isDeepest());
        passes.beginSecond(COORDINATOR, SLOT, transaction.number());
        capture.begin();
        try {
            passes.second(SLOT, values);
        } catch (Exception | Error e) {
            failed(transaction, e);
        }
        AbortReason reason = capture.reason();
        if (reason != null) {
            transaction.abort(reason);
        }
    }

    private void failed(SerialTransaction<R> transaction, Throwable failure) {
        if (capture.reason() != null) {
            AbortCapture.ignore(failure);
            return;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        String graph = plan.settings().graph();
        if (!transaction.isGuarded()) {
            throw FunctionException.inFront(
                    graph, transaction.number(), transaction.element(), (Exception) failure);
        }
        String entrance = plan.entranceName(transaction.element());
        capture.keep(
                AbortReasons.byFailure(
                        entrance.isEmpty() ? graph : entrance, "", (Exception) failure));
    }

    private void runStates(SerialTransaction<R> transaction) throws Exception {
        for (SerialState<?, ?, ?, ?> state : states) {
            state.run(transaction);
        }
    }
}
