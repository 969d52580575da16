/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.entrance.EnteredSerializer;
import io.tspoon.runtime.plan.AccessFunction;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.ExpectingContext;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.TriggerTarget;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The places where one state is accessed, when the t-graph is closed. Together they become one
 * access, whose elements bring the number of their entry with them; everything is done as that
 * entry says, and what is emitted goes on from there.
 *
 * <p>The engine sees one state with one access; it only has to divide what that emits. A state with
 * one entry never comes here, and pays nothing.
 */
final class Entries {
    private final List<KeySelector<Object, Object>> keySelectors = new ArrayList<>();
    private final List<TypeSerializer<Object>> inputs = new ArrayList<>();
    private final List<AccessModes<Object>> modes = new ArrayList<>();
    private final List<AccessFunction<Object, Object, Object>> functions = new ArrayList<>();
    private final List<TypeSerializer<Object>> outputs = new ArrayList<>();

    private Entries() {}

    /** The operator, with one entry and one access in place of all of its own. */
    static <K> OperatorDraft<K> unite(OperatorDraft<K> operator) {
        Entries entries = new Entries();
        List<List<Outlet>> outlets = new ArrayList<>();
        for (OperatorDraft.Place<K> place : operator.places()) {
            entries.add(place.entry(), place.access());
            place.entry().number(operator.index(), outlets.size());
            outlets.add(place.outlets());
        }
        return entries.unite(operator, outlets);
    }

    @SuppressWarnings("unchecked") // elements are only given to the entry that they came by
    private void add(Entry<?, ?> entry, StatePlan<?, ?, ?> access) {
        keySelectors.add((KeySelector<Object, Object>) entry.keySelector());
        inputs.add((TypeSerializer<Object>) entry.serializer());
        modes.add((AccessModes<Object>) access.modes());
        functions.add((AccessFunction<Object, Object, Object>) access.function());
        outputs.add((TypeSerializer<Object>) access.outputSerializer());
    }

    @SuppressWarnings("unchecked") // all keys and values are those of the state
    private <K> OperatorDraft<K> unite(OperatorDraft<K> operator, List<List<Outlet>> outlets) {
        StatePlan<?, Object, ?> state = (StatePlan<?, Object, ?>) operator.states().get(0);
        List<KeySelector<Object, Object>> keys = List.copyOf(keySelectors);
        OperatorDraft<K> united =
                new OperatorDraft<>(
                        operator.index(),
                        operator.keyType(),
                        new Entry<>(
                                null,
                                (KeySelector<Entered<Object>, K>)
                                        entered ->
                                                (K)
                                                        keys.get(entered.entry())
                                                                .getKey(entered.element()),
                                new EnteredSerializer(inputs)),
                        operator.isPartitioned());
        united.add(
                        operator.spec(),
                        new StatePlan<>(
                                state.name(),
                                modes(),
                                new Access(List.copyOf(functions)),
                                state.valueType(),
                                state.valueSerializer(),
                                new EnteredSerializer(outputs),
                                state.initialValue(),
                                state.constraint(),
                                state.constraintName(),
                                state.indexes()))
                .add(new Outlet.ByEntry(List.copyOf(outputs), List.copyOf(outlets)));
        for (int place = 1; place < operator.states().size(); place++) {
            united.addBeside(operator.specs().get(place), operator.states().get(place));
        }
        return united;
    }

    private AccessModes<Entered<Object>> modes() {
        AccessMode fixed = fixedMode();
        if (fixed != null) {
            return AccessModes.always(fixed);
        }
        List<AccessModes<Object>> byEntry = List.copyOf(modes);
        return AccessModes.by(entered -> byEntry.get(entered.entry()).of(entered.element()));
    }

    /** The mode of all accesses; null if there are several, or one depends on the element. */
    private @Nullable AccessMode fixedMode() {
        Set<AccessMode> all = EnumSet.noneOf(AccessMode.class);
        for (AccessModes<Object> ofEntry : modes) {
            if (ofEntry.fixed() == null) {
                return null;
            }
            all.add(ofEntry.fixed());
        }
        return all.size() == 1 ? all.iterator().next() : null;
    }

    /** Does what the entry of the element says. */
    private record Access(List<AccessFunction<Object, Object, Object>> functions)
            implements AccessFunction<Entered<Object>, Object, Entered<Object>> {
        @Override
        public void access(
                Entered<Object> element,
                ValueAccess<Object> value,
                StateContext<Entered<Object>> transaction)
                throws Exception {
            int entry = element.entry();
            functions.get(entry).access(element.element(), value, new Emitting(entry, transaction));
        }

        @Override
        public boolean mayAbort(boolean constrained) {
            return functions.stream().anyMatch(function -> function.mayAbort(constrained));
        }

        @Override
        public List<Function> userFunctions() {
            return functions.stream().flatMap(f -> f.userFunctions().stream()).toList();
        }
    }

    /** What the function of one entry can do; what it emits goes on from there. */
    static StateContext<Object> emitting(int entry, StateContext<Entered<Object>> transaction) {
        return new Emitting(entry, transaction);
    }

    /** What the function of one entry can do. */
    private record Emitting(int entry, StateContext<Entered<Object>> transaction)
            implements ExpectingContext<Object> {
        @Override
        @SuppressWarnings("NullAway") // an element that is null is refused there, with its place
        public void emit(@Nullable Object element) {
            transaction.emit(element == null ? null : new Entered<>(entry, element));
        }

        @Override
        public void abort(@Nullable String reason, @Nullable Object... details) {
            transaction.abort(reason, details);
        }

        @Override
        public <T> void trigger(TriggerTarget<T> entrance, T element) {
            transaction.trigger(entrance, element);
        }

        @Override
        public Timers timers() {
            return transaction.timers();
        }

        @Override
        public void abortUnexpected(String pointer, boolean exists) {
            ((ExpectingContext<Entered<Object>>) transaction).abortUnexpected(pointer, exists);
        }
    }
}
