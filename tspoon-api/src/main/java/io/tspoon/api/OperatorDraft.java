/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A stateful operator while the t-graph is built: the states that are accessed with the same key.
 *
 * @param <K> type of the keys
 */
final class OperatorDraft<K> {
    private final int index;
    private final KeySelector<?, K> keySelector;
    private final TypeInformation<K> keyType;
    private final TypeSerializer<?> inputSerializer;
    private final Fallibility<?> fallibility;
    private final List<StatePlan<?, ?, ?>> states = new ArrayList<>();

    /**
     * For each state, where the elements go that it emits. Nowhere if the operator has a next
     * state.
     */
    private final List<List<Outlet>> outlets = new ArrayList<>();

    /**
     * @param index position among the stateful operators
     * @param keySelector gives the key of an element
     * @param keyType type of the keys
     * @param inputSerializer serializer of the elements
     * @param fallibility which elements may abort their transaction in this operator
     */
    OperatorDraft(
            int index,
            KeySelector<?, K> keySelector,
            TypeInformation<K> keyType,
            TypeSerializer<?> inputSerializer,
            Fallibility<?> fallibility) {
        this.index = index;
        this.keySelector = keySelector;
        this.keyType = keyType;
        this.inputSerializer = inputSerializer;
        this.fallibility = fallibility;
    }

    /** Adds a state after the existing ones. */
    <I, V, O> List<Outlet> add(StatePlan<I, V, O> state) {
        List<Outlet> added = new ArrayList<>();
        states.add(state);
        outlets.add(added);
        return added;
    }

    /** Accesses for these elements may abort their transaction. */
    @SuppressWarnings("unchecked") // the elements are those of the operator
    <T> void mayFailFor(FilterFunction<T> elements) {
        ((Fallibility<T>) fallibility).addSome(elements);
    }

    /** An access to the newest state may abort the transaction of any element. */
    void mayFail() {
        fallibility.addAny();
    }

    /** Whether no access may abort a transaction. */
    boolean neverFails() {
        return fallibility.isNever();
    }

    /** The name of its first state. */
    String name() {
        return states.get(0).name();
    }

    int index() {
        return index;
    }

    KeySelector<?, K> keySelector() {
        return keySelector;
    }

    TypeInformation<K> keyType() {
        return keyType;
    }

    TypeSerializer<?> inputSerializer() {
        return inputSerializer;
    }

    List<StatePlan<?, ?, ?>> states() {
        return states;
    }

    /** Where the elements go that the last state emits. */
    List<Outlet> outlets() {
        return outlets.get(outlets.size() - 1);
    }

    /**
     * Whether the elements that a state emits go both to the next state and elsewhere.
     *
     * @param leaves the leaves with which the t-graph is closed
     */
    boolean branches(int place, List<? extends StreamNode<?>> leaves) {
        List<Outlet> emitted = outlets.get(place);
        return place < states.size() - 1
                && (!emitted.isEmpty() || leaves.stream().anyMatch(leaf -> leaf.has(emitted)));
    }

    /** Whether a stream consists of what the last state emits. */
    boolean isLast(StreamNode<?> stream) {
        return stream.taps().size() == 1 && stream.has(outlets());
    }

    /**
     * For each stateful operator, whether this one sends elements to it without another stateful
     * operator in between.
     *
     * @param operators number of stateful operators in the t-graph
     */
    boolean[] reaches(int operators) {
        boolean[] reaches = new boolean[operators];
        markReached(outlets(), reaches, Collections.newSetFromMap(new IdentityHashMap<>()));
        return reaches;
    }

    /**
     * Visits each step only once, because the number of paths to a step doubles with each branch
     * that is merged again.
     */
    private static void markReached(
            List<Outlet> outlets, boolean[] reaches, Set<Outlet.ToStep> seen) {
        for (Outlet outlet : outlets) {
            if (outlet instanceof Outlet.ToState toState) {
                reaches[toState.operator()] = true;
            } else if (outlet instanceof Outlet.ToStep toStep && seen.add(toStep)) {
                markReached(toStep.outlets(), reaches, seen);
            }
        }
    }
}
