/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.flink.operator.OpaqueType;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** Type of the results of one t-graph. */
@Internal
public final class TransactionResultTypeInfo<T> extends OpaqueType<TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> element;
    private final List<StateType> states;
    private final List<String> entrances;
    private final @Nullable TypeInformation<?> inputs;
    private final boolean batches;

    /**
     * The types of one state.
     *
     * @param name of the state
     * @param key type of its keys
     * @param value type of its values
     */
    public record StateType(String name, TypeInformation<?> key, TypeInformation<?> value)
            implements java.io.Serializable {}

    /**
     * @param element type of the emitted elements
     * @param states the types of the states
     * @param entrances names of the entrances, by number; empty if there is one without a name
     * @param inputs type of the elements that results give back, as they come to the open operator;
     *     null if they give none back
     */
    public TransactionResultTypeInfo(
            TypeInformation<T> element,
            List<StateType> states,
            List<String> entrances,
            @Nullable TypeInformation<?> inputs) {
        this(element, states, entrances, inputs, false);
    }

    /**
     * As above.
     *
     * @param batches whether there are batches
     */
    public TransactionResultTypeInfo(
            TypeInformation<T> element,
            List<StateType> states,
            List<String> entrances,
            @Nullable TypeInformation<?> inputs,
            boolean batches) {
        this.batches = batches;
        this.element = element;
        this.states = List.copyOf(states);
        this.entrances = List.copyOf(entrances);
        this.inputs = inputs;
    }

    /** The types of the states whose updates results may have. */
    public List<StateType> states() {
        return states;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<TransactionResult<T>> getTypeClass() {
        return (Class) TransactionResult.class;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public TypeSerializer<TransactionResult<T>> createSerializer(SerializerConfig config) {
        int count = states.size();
        String[] names = new String[count];
        TypeSerializer<Object>[] keys = new TypeSerializer[count];
        TypeSerializer<Object>[] values = new TypeSerializer[count];
        for (int i = 0; i < count; i++) {
            names[i] = states.get(i).name();
            keys[i] = (TypeSerializer<Object>) states.get(i).key().createSerializer(config);
            values[i] = (TypeSerializer<Object>) states.get(i).value().createSerializer(config);
        }
        return new TransactionResultSerializer<>(
                element.createSerializer(config),
                names,
                keys,
                values,
                entrances.toArray(new String[0]),
                inputs == null
                        ? null
                        : new InputColumn(
                                (TypeSerializer<Object>) inputs.createSerializer(config),
                                entrances),
                batches);
    }

    @Override
    public String toString() {
        return "TransactionResult<" + element + ">";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransactionResultTypeInfo<?> that
                && element.equals(that.element)
                && states.equals(that.states)
                && entrances.equals(that.entrances)
                && Objects.equals(inputs, that.inputs)
                && batches == that.batches;
    }

    @Override
    public int hashCode() {
        return Objects.hash(element, states, entrances, inputs, batches);
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof TransactionResultTypeInfo<?>;
    }
}
