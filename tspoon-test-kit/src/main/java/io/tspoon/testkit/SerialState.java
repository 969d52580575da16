/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.protocol.deterministic.UndeclaredFailureException;
import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.AbortReasons;
import io.tspoon.runtime.pipeline.FunctionException;
import io.tspoon.runtime.pipeline.Pipeline;
import io.tspoon.runtime.pipeline.Triggering;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.KeyValues;
import io.tspoon.runtime.shape.PartitionCalls;
import io.tspoon.runtime.shape.RecordKey;
import io.tspoon.runtime.shape.RecordWays;
import io.tspoon.runtime.shape.StateCalls;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateUpdate;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;

/**
 * A stateful operator of a serial run: its states, and what is done for an element.
 *
 * <p>Does what the operator in a job does if nobody disturbs it, by the same calls of the same
 * functions.
 */
final class SerialState<I, K, V, O> {
    private static final String ITS_FUNCTION = "its function";
    private static final String WHAT_FOLLOWS = "a function behind it, or a serializer,";

    private final StateOperatorPlan<I, K, V, O> plan;
    private final StateCalls<I, V, O> calls;
    private final AbortCapture capture = new AbortCapture();
    private final Pipeline pipeline;
    private final Pipeline.Entry<O> entry;
    private final Triggering triggering;
    private final boolean inChains;
    private final Accesses<K, V, O> accesses;
    private final Queue<Arrived> waiting = new ArrayDeque<>();
    private final Map<K, V> installed = new LinkedHashMap<>();

    /** What the current transaction has written; null for what it has deleted. */
    private final Map<K, @Nullable V> tentative = new LinkedHashMap<>();

    /** Keys where an access of the current transaction has aborted it. */
    private final Set<K> votedAgainst = new HashSet<>();

    /** An element as it travels. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Arrived(byte[] element, boolean mayFail) {}

    /**
     * @param output takes what leaves
     * @param triggering takes what functions trigger
     * @param inChains whether accesses have to be declared that may fail
     */
    SerialState(
            StateOperatorPlan<I, K, V, O> plan,
            SerialOutput<?> output,
            boolean objectReuse,
            Triggering triggering,
            boolean inChains) {
        this.plan = plan;
        this.triggering = triggering;
        this.inChains = inChains;
        calls = plan.shape().calls(objectReuse);
        accesses = plan.shape().ways(new Ways());
        pipeline = new Pipeline(output, capture, key -> 0, objectReuse, triggering);
        entry = pipeline.entry(plan.outlets(), plan.shape().outputSerializer());
        for (StatePlan<?, ?, ?> state : plan.states()) {
            state.function().userFunctions().forEach(pipeline::register);
        }
    }

    /** Makes accesses. */
    private interface Accesses<K, V, O> {
        SerialAccess<K, V, O> of(K record, AccessMode mode);

        /** Whether a record holds the values of all states as {@link KeyValues}. */
        boolean areToSeveralStates();
    }

    private final class Ways implements RecordWays<Accesses<K, V, O>> {
        @Override
        public Accesses<K, V, O> perKey(WrittenReader written) {
            boolean severalStates = plan.shape().sharesKeys();
            return new Accesses<>() {
                @Override
                public SerialAccess<K, V, O> of(K record, AccessMode mode) {
                    return new SerialAccess<>(
                            calls, triggering, record, mode, installed, tentative);
                }

                @Override
                public boolean areToSeveralStates() {
                    return severalStates;
                }
            };
        }

        @Override
        @SuppressWarnings("unchecked") // such an operator has records in partitions
        public Accesses<K, V, O> perPartition() {
            return new Accesses<>() {
                @Override
                public SerialAccess<K, V, O> of(K record, AccessMode mode) {
                    return (SerialAccess<K, V, O>)
                            new SerialPartitionAccess<>(
                                    (PartitionCalls<I, O>) calls,
                                    triggering,
                                    (RecordKey) record,
                                    mode,
                                    (Map<RecordKey, Object>) installed,
                                    (Map<RecordKey, @Nullable Object>) tentative);
                }

                @Override
                public boolean areToSeveralStates() {
                    return false;
                }
            };
        }
    }

    void open(RuntimeContext context) throws Exception {
        pipeline.open(context);
    }

    void close() throws Exception {
        pipeline.close();
    }

    // ------------------------------------------------------------------ states

    /** The place of a state in the operator; negative if it is not there. */
    int place(String state) {
        List<StatePlan<?, ?, ?>> states = plan.states();
        for (int place = 0; place < states.size(); place++) {
            if (states.get(place).name().equals(state)) {
                return place;
            }
        }
        return -1;
    }

    StatePlan<?, ?, ?> state(int place) {
        return plan.states().get(place);
    }

    /** A copy of the value of a key; null if there is none. */
    @Nullable Object value(int place, Object key) throws IOException {
        return valueOf(installed.get(record(place, key)), place);
    }

    /** The record that has what a state holds for a key, or for a copy of it. */
    private K record(int place, Object key) throws IOException {
        return plan.records().record(place, travel(place, key));
    }

    /** A copy of a key of a state. */
    @SuppressWarnings("unchecked") // each place has the serializer of its keys
    private Object travel(int place, Object key) throws IOException {
        return Travel.through((TypeSerializer<Object>) plan.records().keySerializer(place), key);
    }

    /** The keys that have a value, with a copy of it. */
    Map<Object, Object> values(int place) throws IOException {
        Map<Object, Object> values = new LinkedHashMap<>();
        for (Map.Entry<K, V> entry : installed.entrySet()) {
            Object key = plan.records().key(place, entry.getKey());
            Object value = key == null ? null : valueOf(entry.getValue(), place);
            if (key != null && value != null) {
                values.put(travel(place, key), value);
            }
        }
        return values;
    }

    /** A copy of a state's value in what is kept for a key. */
    @SuppressWarnings("unchecked") // each place has the serializer of its values
    private @Nullable Object valueOf(@Nullable V content, int place) throws IOException {
        Object value = plan.shape().valueOf(content, place);
        return value == null
                ? null
                : Travel.through((TypeSerializer<Object>) state(place).valueSerializer(), value);
    }

    /** Installs a value. */
    @SuppressWarnings("unchecked") // the caller has the spec of the state
    void install(int place, Object key, Object value) throws IOException {
        K stored = record(place, key);
        Object content = value;
        if (accesses.areToSeveralStates()) {
            KeyValues before = (KeyValues) installed.get(stored);
            KeyValues values = before == null ? new KeyValues(plan.states().size()) : before.copy();
            values.write(place, value);
            content = values;
        }
        installed.put(stored, settled(stored, (V) content));
    }

    /** What is kept when a transaction has ended: nobody else has these objects. */
    @SuppressWarnings("unchecked") // an operator with several states for a key keeps such values
    private V settled(K record, V content) throws IOException {
        @Nullable Object[] values = new Object[plan.states().size()];
        Object only = content;
        for (int place = 0; place < values.length; place++) {
            if (plan.records().key(place, record) != null) {
                values[place] = valueOf(content, place);
                only = values[place];
            }
        }
        return (V)
                (accesses.areToSeveralStates()
                        ? KeyValues.of(values)
                        : Objects.requireNonNull(only));
    }

    // ------------------------------------------------------------------ transactions

    /** Takes an element of the current transaction. */
    void arrives(byte[] element, boolean mayFail) {
        waiting.add(new Arrived(element, mayFail));
    }

    /** Forgets the elements that wait. */
    void takeBack() {
        waiting.clear();
    }

    /** Executes the accesses for the elements that wait. */
    void run(SerialTransaction<?> transaction) throws IOException {
        Arrived next = waiting.poll();
        while (next != null) {
            access(transaction, Travel.read(plan.inputSerializer(), next.element), next.mayFail);
            next = waiting.poll();
        }
    }

    /** Installs what the transaction has written, or forgets it. */
    void end(boolean commits) throws IOException {
        if (commits) {
            for (Map.Entry<K, @Nullable V> written : tentative.entrySet()) {
                V content = written.getValue();
                if (content == null) {
                    installed.remove(written.getKey());
                } else {
                    installed.put(written.getKey(), settled(written.getKey(), content));
                }
            }
        }
        tentative.clear();
        votedAgainst.clear();
        waiting.clear();
    }

    private void access(SerialTransaction<?> transaction, I element, boolean mayFail) {
        K key = null;
        String running = ITS_FUNCTION;
        AbortReason reason;
        try {
            key = plan.records().keptCopy().apply(plan.keySelector().getKey(element));
            if (votedAgainst.contains(key)) {
                return;
            }
            SerialAccess<K, V, O> access = accesses.of(key, plan.shape().modes().of(element));
            triggering.begin(transaction.isDeepest());
            access.call(calls, element);
            reason = access.reason();
            if (reason == null) {
                running = WHAT_FOLLOWS;
                reason = sendOn(transaction, key, access);
            }
        } catch (Exception e) {
            if (!transaction.isGuarded()) {
                throw FunctionException.ofState(
                        running,
                        plan.settings().graph(),
                        calls.lastState(),
                        String.valueOf(key),
                        "transaction=" + transaction.number(),
                        element,
                        e);
            }
            reason = AbortReasons.byFailure(calls.lastState(), String.valueOf(key), e);
        }
        if (reason != null) {
            abort(transaction, key, reason, mayFail);
        }
    }

    private void abort(
            SerialTransaction<?> transaction,
            @Nullable K key,
            AbortReason reason,
            boolean mayFail) {
        if (inChains && !mayFail) {
            String access =
                    String.join(
                            ", ",
                            "state=" + reason.operator(),
                            "key=" + reason.key(),
                            "rule=" + reason.rule());
            throw new UndeclaredFailureException(transaction.number(), access);
        }
        transaction.abort(reason);
        if (key != null) {
            votedAgainst.add(key);
        }
    }

    /** Sends on what was emitted. Returns the reason if a step aborts, else null. */
    private @Nullable AbortReason sendOn(
            SerialTransaction<?> transaction, K key, SerialAccess<K, V, O> access)
            throws Exception {
        if (access.isWritten()) {
            for (Map.Entry<K, @Nullable V> written : access.writes().entrySet()) {
                report(transaction, written.getKey(), written.getValue());
            }
        }
        capture.begin();
        try {
            for (O emitted : access.emitted()) {
                entry.accept(emitted);
            }
        } catch (Exception | Error e) {
            if (capture.reason() == null) {
                throw e;
            }
            AbortCapture.ignore(e);
        }
        AbortReason reason = capture.reason();
        return reason == null ? null : AbortReasons.withKey(reason, key.toString());
    }

    private void report(SerialTransaction<?> transaction, K key, @Nullable V content)
            throws IOException {
        for (int place = 0; place < plan.shownStates().size(); place++) {
            Object written = plan.records().key(place, key);
            if (written != null
                    && (!(content instanceof KeyValues several) || several.isWritten(place))) {
                transaction.add(
                        new StateUpdate(
                                state(place).name(),
                                travel(place, written),
                                valueOf(content, place)));
            }
        }
    }
}
