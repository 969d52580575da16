/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;

/**
 * One stateful operator of a t-graph.
 *
 * @param index place of the operator in the plan
 * @param name name of the state, unique in the t-graph
 * @param modes what its accesses do
 * @param function what it does for an element
 * @param keySelector gives the key of an element
 * @param inputSerializer reads the elements
 * @param keySerializer reads and writes keys
 * @param valueSerializer reads and writes values
 * @param outputSerializer copies emitted elements
 * @param initialValue value of a key that has none
 * @param constraint what every written value must satisfy; null if there is none
 * @param constraintName name of the constraint; empty if there is none
 * @param outlets where emitted elements go
 */
public record StatePlan<I, K, V, O>(
        int index,
        String name,
        AccessModes<I> modes,
        AccessFunction<I, V, O> function,
        KeySelector<I, K> keySelector,
        TypeSerializer<I> inputSerializer,
        TypeSerializer<K> keySerializer,
        TypeSerializer<V> valueSerializer,
        TypeSerializer<O> outputSerializer,
        InitialValue<V> initialValue,
        @Nullable Check<V> constraint,
        String constraintName,
        List<Outlet> outlets)
        implements Serializable {

    /** An integrity constraint. */
    public interface Check<V> extends Serializable {
        boolean test(V value);
    }
}
