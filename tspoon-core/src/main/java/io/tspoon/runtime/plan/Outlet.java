/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.runtime.exchange.ExchangeFunction;
import io.tspoon.runtime.exchange.RolePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

import java.io.Serializable;
import java.util.List;

/** Where elements go next inside a t-graph. */
@Internal
public sealed interface Outlet extends Serializable {

    /**
     * To a stateless operation within the same Flink operator.
     *
     * @param name name of the operation, for abort reasons
     * @param function what it does
     * @param outputSerializer copies results if several consumers read them
     * @param outlets where its results go; empty if nobody reads them
     */
    record ToStep(
            String name,
            StepFunction<?, ?> function,
            TypeSerializer<?> outputSerializer,
            List<Outlet> outlets)
            implements Outlet {
        /** The same operation with another name. */
        public ToStep named(String other) {
            return new ToStep(other, function, outputSerializer, outlets);
        }
    }

    /**
     * To a stateful operator, over the network.
     *
     * @param operator index among the stateful operators
     * @param keySelector extracts the key, which determines the instance
     * @param elementSerializer writes the elements
     * @param fallibility which elements may abort their transaction there
     */
    record ToState(
            int operator,
            KeySelector<?, ?> keySelector,
            TypeSerializer<?> elementSerializer,
            Fallibility<?> fallibility)
            implements Outlet {}

    /**
     * Out of the t-graph, into the result.
     *
     * @param elementSerializer writes the elements
     */
    record ToResult(TypeSerializer<?> elementSerializer) implements Outlet {}

    /**
     * To a function that gets the values of several keys, in the open operator, when they have come
     * there.
     *
     * @param name name of the operation, for abort reasons
     * @param roles the roles that keys play
     * @param function what is done with the values
     * @param elementSerializer copies elements, which are kept until the values are there
     * @param outputSerializer copies results if several consumers read them
     * @param outlets where its results go; empty if nobody reads them
     */
    record ToExchange(
            String name,
            List<RolePlan<?>> roles,
            ExchangeFunction<?, ?> function,
            TypeSerializer<?> elementSerializer,
            TypeSerializer<?> outputSerializer,
            List<Outlet> outlets)
            implements Outlet {}

    /**
     * From a stateful operator to the open operator of the transaction, over close.
     *
     * @param elementSerializer writes the elements, which are answers
     */
    record ToOpen(TypeSerializer<?> elementSerializer) implements Outlet {}

    /**
     * To the places where the state is accessed whose operator emits the elements: each {@link
     * Entered} element goes on from its own.
     *
     * @param serializers by place: copies the elements if several consumers read them
     * @param outlets by place: where its elements go; empty if nobody reads them
     */
    record ByEntry(List<TypeSerializer<?>> serializers, List<List<Outlet>> outlets)
            implements Outlet {}
}
