/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.protocol.regime.OperatorTraits;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.KeyRouter;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.plan.TriggerPlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

import java.io.Serializable;
import java.util.List;

/**
 * What a stateful operator needs to know. It has one state, or several that are accessed one after
 * the other with the same key.
 *
 * @param settings settings of the t-graph
 * @param router says which instance owns a key
 * @param index place of the operator among the stateful ones of the t-graph
 * @param keySelector gives the key of an element
 * @param inputSerializer reads the elements
 * @param records which records it has
 * @param shape what records hold, and the states: the first is accessed for the arriving element,
 *     each other one for the elements that the previous one emits
 * @param outlets where the elements go that the last state emits
 * @param reaches for each stateful operator whether there is an edge from this one to it
 * @param reachedBy for each stateful operator whether there is an edge from it to this one
 * @param loaded the places of the states that are loaded before the first transaction
 * @param triggers the entrances by which triggered transactions come
 */
@Internal
public record StateOperatorPlan<I, K, V, O>(
        GraphSettings settings,
        KeyRouter router,
        int index,
        KeySelector<I, K> keySelector,
        TypeSerializer<I> inputSerializer,
        RecordSpace<K> records,
        ValueShape<I, V, O> shape,
        List<Outlet> outlets,
        boolean[] reaches,
        boolean[] reachedBy,
        List<Integer> loaded,
        TriggerPlan triggers)
        implements Serializable {
    /** The plan of an operator whose states are not loaded, and which triggers nothing. */
    public StateOperatorPlan(
            GraphSettings settings,
            KeyRouter router,
            int index,
            KeySelector<I, K> keySelector,
            TypeSerializer<I> inputSerializer,
            RecordSpace<K> records,
            ValueShape<I, V, O> shape,
            List<Outlet> outlets,
            boolean[] reaches,
            boolean[] reachedBy) {
        this(
                settings,
                router,
                index,
                keySelector,
                inputSerializer,
                records,
                shape,
                outlets,
                reaches,
                reachedBy,
                List.of(),
                TriggerPlan.NONE);
    }

    /** The states of the operator. */
    public List<StatePlan<?, ?, ?>> states() {
        return shape.states();
    }

    /** Those of its states that others see. */
    public List<StatePlan<?, ?, ?>> shownStates() {
        return states().subList(0, shape.shown());
    }

    /** The name of the operator: that of its first state. */
    public String name() {
        return states().get(0).name();
    }

    /** What matters of the operator to the regime. */
    public OperatorTraits traits() {
        return new OperatorTraits(
                shape.modes().mayOnlyRead(),
                shape.sharesKeys(),
                sendsOn(),
                isReached(),
                exchanges());
    }

    private boolean exchanges() {
        return outlets.stream().anyMatch(Outlet.ToOpen.class::isInstance);
    }

    private boolean isReached() {
        for (boolean reaching : reachedBy) {
            if (reaching) {
                return true;
            }
        }
        return false;
    }

    /** Whether elements go from here to another stateful operator. */
    public boolean sendsOn() {
        for (boolean reached : reaches) {
            if (reached) {
                return true;
            }
        }
        return false;
    }
}
