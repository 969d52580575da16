/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;

import java.io.Serializable;

/**
 * What an operator needs to know that loads a state before the first transaction.
 *
 * @param graph name of the t-graph
 * @param router says which instance owns a key
 * @param operator index of the stateful operator that has the state
 * @param place of the state among those of its operator
 * @param state the state
 * @param keySerializer writes keys
 * @param routing says by what keys are spread
 * @param keys gives the key of an element
 * @param values gives the value of an element
 * @param <T> type of the elements that are loaded
 */
@Internal
public record LoadPlan<T, K, V>(
        String graph,
        KeyRouter router,
        int operator,
        int place,
        StatePlan<?, V, ?> state,
        TypeSerializer<K> keySerializer,
        RoutingKey routing,
        KeySelector<T, K> keys,
        MapFunction<T, V> values)
        implements Serializable {}
