/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.flink.Functions;
import io.tspoon.runtime.entrance.EnteredSerializer;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.InitialValue;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.RoutingKey;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.shape.RecordsInPartitions;
import io.tspoon.runtime.shape.TimedLine;
import io.tspoon.runtime.shape.TimedPartitionShape;
import io.tspoon.runtime.shape.TimedShape;
import io.tspoon.runtime.timer.DueTimer;
import io.tspoon.runtime.timer.DueTimerTypeInfo;
import io.tspoon.runtime.timer.PendingTimersTypeInfo;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.List;

/**
 * The stateful operators with timers, or with values that expire, when the t-graph is closed. What
 * the engine keeps for that is places behind those of their states, and timers that are due come to
 * them by one more entry.
 */
final class TimedOperators {
    private final StreamExecutionEnvironment environment;

    /** Those with timers or expiry. The lines of one follow those of the one before it. */
    private final List<OperatorDraft<?>> timed;

    private final int operators;

    TimedOperators(StreamExecutionEnvironment environment, List<OperatorDraft<?>> operators) {
        this.environment = environment;
        this.operators = operators.size();
        this.timed = new ArrayList<>(operators.stream().filter(OperatorDraft::isTimed).toList());
    }

    boolean isEmpty() {
        return timed.isEmpty();
    }

    boolean contains(OperatorDraft<?> operator) {
        return timed.contains(operator);
    }

    /** Type of the timers that are due. */
    TypeInformation<DueTimer> type() {
        return new DueTimerTypeInfo(
                timed.stream()
                        .flatMap(operator -> ownersOf(operator).stream())
                        .<TypeInformation<?>>map(StateSpec::keyType)
                        .toList());
    }

    TypeSerializer<DueTimer> serializer() {
        return Functions.serializer(environment, type());
    }

    /**
     * What open has to know.
     *
     * @param entrance number of that by which timers come
     */
    TimerPlan plan(int entrance) {
        boolean[] has = new boolean[operators];
        timed.forEach(operator -> has[operator.index()] = true);
        return new TimerPlan(entrance, serializer(), has);
    }

    /** Lets timers that are due go to the operators whose they are. */
    void feed(StreamNode<DueTimer> due) {
        timed.forEach(operator -> due.feed(outlet(operator)));
    }

    /** The number of an operator's first line among all lines. */
    private int first(OperatorDraft<?> operator) {
        return timed.subList(0, timed.indexOf(operator)).stream()
                .mapToInt(OperatorDraft::keptPlaces)
                .sum();
    }

    /** By line of an operator: the state to which it belongs. */
    private static List<StateSpec<?, ?>> ownersOf(OperatorDraft<?> operator) {
        return lines(operator).stream()
                .<StateSpec<?, ?>>map(line -> operator.specs().get(line.place()))
                .toList();
    }

    /** Gives what says where the key is whose timer is due: the key itself, or its partition. */
    private KeySelector<DueTimer, Object> routes(OperatorDraft<?> operator) {
        int first = first(operator);
        List<RoutingKey> routing = ownersOf(operator).stream().map(StateSpec::routing).toList();
        return due -> routing.get(due.line() - first).of(due.key());
    }

    private Outlet outlet(OperatorDraft<?> operator) {
        int first = first(operator);
        int end = first + operator.keptPlaces();
        KeySelector<DueTimer, Object> keys = routes(operator);
        Fallibility<DueTimer> fallibility = new Fallibility<>();
        fallibility.addAny();
        Outlet toState =
                new Outlet.ToState(
                        operator.index(),
                        keys,
                        new EnteringSerializer<>(operator.places().size(), serializer()),
                        fallibility);
        return timed.size() == 1
                ? toState
                : new Outlet.ToStep(
                        TimerPlan.ENTRANCE,
                        new Steps.Filter<DueTimer>(due -> due.line() >= first && due.line() < end),
                        serializer(),
                        List.of(toState));
    }

    // ------------------------------------------------------------------ operators

    /** The columns of what is kept for an operator, which follow those of its states. */
    List<StateColumns> columns(OperatorDraft<?> operator) {
        List<StateColumns> columns = new ArrayList<>();
        int place = operator.states().size();
        List<StateSpec<?, ?>> owners = ownersOf(operator);
        for (StatePlan<?, ?, ?> kept : kept(operator)) {
            StateSpec<?, ?> owner = owners.get(columns.size());
            columns.add(
                    new StateColumns(
                            kept.name(),
                            Functions.serializer(environment, owner.keyType()),
                            kept.valueSerializer(),
                            operator.index(),
                            place++,
                            owner.routing()));
        }
        return columns;
    }

    /** The keys of what is kept for a partitioned operator, which follow those of its states. */
    List<RecordsInPartitions.Keys> keys(OperatorDraft<?> operator) {
        return columns(operator).stream()
                .map(
                        kept ->
                                new RecordsInPartitions.Keys(
                                        kept.name(),
                                        ownersOf(operator)
                                                .get(kept.place() - operator.states().size())
                                                .keyType(),
                                        kept.keySerializer(),
                                        kept.routing()))
                .toList();
    }

    /**
     * What the records of an operator hold.
     *
     * @param united the operator with one place
     */
    TimedShape<?> shape(OperatorDraft<?> operator, OperatorDraft<?> united) {
        List<StatePlan<?, ?, ?>> states = new ArrayList<>(united.states());
        states.addAll(kept(operator));
        return new TimedShape<>(
                states,
                first(operator),
                united.states().size(),
                operator.places().size(),
                lines(operator));
    }

    /** The same for an operator whose states are partitioned. */
    TimedPartitionShape<?> shape(
            OperatorDraft<?> operator, OperatorDraft<?> united, RecordsInPartitions records) {
        List<StatePlan<?, ?, ?>> states = new ArrayList<>(united.states());
        states.addAll(kept(operator));
        return new TimedPartitionShape<>(
                states,
                records,
                first(operator),
                united.states().size(),
                operator.places().size(),
                lines(operator));
    }

    private static List<TimedLine> lines(OperatorDraft<?> operator) {
        List<TimedLine> lines = new ArrayList<>();
        int kept = operator.states().size();
        for (TimerDraft timer : operator.timers()) {
            lines.add(new TimedLine(timer.state(), kept++, 0, timer.payload().getTypeClass()));
        }
        for (int place = 0; place < operator.specs().size(); place++) {
            long expiry = operator.specs().get(place).expireAfterMs();
            if (expiry > 0) {
                lines.add(new TimedLine(place, kept++, expiry, Long.class));
            }
        }
        return lines;
    }

    /** What is kept for the timers, and then for the expiries, of an operator's states. */
    private List<StatePlan<?, ?, ?>> kept(OperatorDraft<?> operator) {
        List<StatePlan<?, ?, ?>> kept = new ArrayList<>();
        for (TimerDraft timer : operator.timers()) {
            kept.add(
                    kept(
                            StateColumns.timersOf(operator.states().get(timer.state()).name()),
                            new PendingTimersTypeInfo(timer.payload()),
                            function(operator, timer)));
        }
        for (StateSpec<?, ?> spec : operator.specs()) {
            if (spec.expireAfterMs() > 0) {
                kept.add(
                        kept(
                                StateColumns.timesOf(spec.name()),
                                BasicTypeInfo.LONG_TYPE_INFO,
                                new Nothing()));
            }
        }
        return kept;
    }

    private <T> StatePlan<?, ?, ?> kept(
            String name, TypeInformation<T> type, AccessFunction<?, ?, ?> function) {
        return keep(name, type, function);
    }

    @SuppressWarnings("unchecked") // it is only called with what it was given for
    private <T> StatePlan<Object, T, Object> keep(
            String name, TypeInformation<T> type, AccessFunction<?, ?, ?> function) {
        TypeSerializer<T> serializer = Functions.serializer(environment, type);
        return new StatePlan<>(
                name,
                AccessModes.always(AccessMode.UPDATE),
                (AccessFunction<Object, T, Object>) function,
                type,
                serializer,
                (TypeSerializer<Object>) (TypeSerializer<?>) serializer,
                InitialValue.constant(null, serializer),
                null,
                "");
    }

    /** Where a state is accessed in several places, what is emitted says from which it goes on. */
    @SuppressWarnings("unchecked")
    private static AccessFunction<?, ?, ?> function(OperatorDraft<?> operator, TimerDraft timer) {
        if (operator.places().size() == 1) {
            return timer.function();
        }
        int entry = 0;
        while (operator.places().get(entry).outlets() != timer.outlets()) {
            entry++;
        }
        return new FromEntry(entry, (AccessFunction<Object, Object, Object>) timer.function());
    }

    private record FromEntry(int entry, AccessFunction<Object, Object, Object> function)
            implements AccessFunction<Object, Object, Entered<Object>> {
        @Override
        public void access(
                Object payload,
                ValueAccess<Object> value,
                StateContext<Entered<Object>> transaction)
                throws Exception {
            function.access(payload, value, Entries.emitting(entry, transaction));
        }

        @Override
        public List<Function> userFunctions() {
            return function.userFunctions();
        }
    }

    /** Nobody calls a function for a value that expires. */
    private record Nothing() implements AccessFunction<Object, Object, Object> {
        @Override
        public void access(
                Object element, ValueAccess<Object> value, StateContext<Object> transaction) {}

        @Override
        public List<Function> userFunctions() {
            return List.of();
        }
    }

    // ------------------------------------------------------------------ elements

    /** Lets all elements that come to the operators say by which entry. */
    void number() {
        for (OperatorDraft<?> operator : timed) {
            if (operator.places().size() == 1) {
                operator.places().get(0).entry().number(operator.index(), 0);
            }
        }
    }

    /** Reads what comes to an operator: the elements of its places, and timers. */
    TypeSerializer<Entered<Object>> inputs(OperatorDraft<?> operator) {
        List<TypeSerializer<Object>> entries = new ArrayList<>();
        for (OperatorDraft.Place<?> place : operator.places()) {
            entries.add(untyped(place.entry().serializer()));
        }
        entries.add(untyped(serializer()));
        return new EnteredSerializer(entries);
    }

    @SuppressWarnings("unchecked") // each is only given elements of its own entry
    private static TypeSerializer<Object> untyped(TypeSerializer<?> serializer) {
        return (TypeSerializer<Object>) serializer;
    }

    /**
     * Gives the keys of what comes to an operator.
     *
     * @param united the operator with one place
     */
    @SuppressWarnings("unchecked") // each is only given elements of its own entry
    <K> KeySelector<Entered<Object>, K> keys(OperatorDraft<K> operator, OperatorDraft<K> united) {
        return new Keys<>(
                operator.places().size(),
                (KeySelector<Object, K>) united.keySelector(),
                (KeySelector<DueTimer, K>) routes(operator));
    }

    private record Keys<K>(
            int entries, KeySelector<Object, K> ofElements, KeySelector<DueTimer, K> ofTimers)
            implements KeySelector<Entered<Object>, K> {
        @Override
        public K getKey(Entered<Object> entered) throws Exception {
            if (entered.entry() == entries) {
                return ofTimers.getKey((DueTimer) entered.element());
            }
            return ofElements.getKey(entries == 1 ? entered.element() : entered);
        }
    }
}
