/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.index.IndexDefinition;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.List;

/**
 * One state of a t-graph, and what is done to it for each element.
 *
 * @param name name of the state, unique in the t-graph
 * @param modes the modes of its accesses
 * @param function what an access does for an element
 * @param valueType type of the values, for readers
 * @param valueSerializer reads and writes values
 * @param outputSerializer copies emitted elements
 * @param initialValue value of a key that has none
 * @param constraint what every written value must satisfy; null if there is none
 * @param constraintName name of the constraint; empty if there is none
 * @param indexes what is indexed of its entries
 */
@Internal
public record StatePlan<I, V, O>(
        String name,
        AccessModes<I> modes,
        AccessFunction<I, V, O> function,
        TypeInformation<V> valueType,
        TypeSerializer<V> valueSerializer,
        TypeSerializer<O> outputSerializer,
        InitialValue<V> initialValue,
        @Nullable Check<V> constraint,
        String constraintName,
        List<IndexDefinition> indexes)
        implements Serializable {
    /** The plan of a state without indexes. */
    public StatePlan(
            String name,
            AccessModes<I> modes,
            AccessFunction<I, V, O> function,
            TypeInformation<V> valueType,
            TypeSerializer<V> valueSerializer,
            TypeSerializer<O> outputSerializer,
            InitialValue<V> initialValue,
            @Nullable Check<V> constraint,
            String constraintName) {
        this(
                name,
                modes,
                function,
                valueType,
                valueSerializer,
                outputSerializer,
                initialValue,
                constraint,
                constraintName,
                List.of());
    }

    /** An integrity constraint. */
    public interface Check<V> extends Serializable {
        boolean test(V value);
    }
}
