/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.flink.operator.OpaqueType;
import io.tspoon.transaction.LeafElement;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Type of elements with the names of their leaves.
 *
 * @param <T> type of the elements of all leaves
 */
@Internal
public final class LeafElementTypeInfo<T> extends OpaqueType<LeafElement<T>> {
    private static final long serialVersionUID = 1L;

    private final List<String> leaves;
    private final List<TypeInformation<? extends T>> elements;

    /**
     * @param leaves names of the leaves
     * @param elements types of their elements, in the same order
     */
    public LeafElementTypeInfo(
            List<String> leaves, List<? extends TypeInformation<? extends T>> elements) {
        this.leaves = List.copyOf(leaves);
        this.elements = List.copyOf(elements);
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given elements of its own leaf
    public TypeSerializer<LeafElement<T>> createSerializer(SerializerConfig config) {
        List<TypeSerializer<T>> serializers = new ArrayList<>();
        for (TypeInformation<? extends T> type : elements) {
            serializers.add((TypeSerializer<T>) type.createSerializer(config));
        }
        return new LeafElementSerializer<>(leaves, serializers);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<LeafElement<T>> getTypeClass() {
        return (Class) LeafElement.class;
    }

    @Override
    public String toString() {
        return "LeafElement" + leaves + elements;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeafElementTypeInfo<?> that
                && leaves.equals(that.leaves)
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return Objects.hash(leaves, elements);
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof LeafElementTypeInfo<?>;
    }
}
