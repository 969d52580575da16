/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;

/** Flink's serializers of tuples, whose snapshots know how to restore them. */
@Internal
public final class TupleSerializers {
    private TupleSerializers() {}

    /** For a number and a value. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink's serializer takes a raw class
    public static <V> TypeSerializer<Tuple2<Long, V>> ofNumberAnd(TypeSerializer<V> values) {
        return new TupleSerializer<>(
                (Class<Tuple2<Long, V>>) (Class) Tuple2.class,
                new TypeSerializer<?>[] {LongSerializer.INSTANCE, values});
    }

    /** For two numbers and a value. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink's serializer takes a raw class
    public static <V> TypeSerializer<Tuple3<Long, Long, V>> ofNumbersAnd(TypeSerializer<V> values) {
        return new TupleSerializer<>(
                (Class<Tuple3<Long, Long, V>>) (Class) Tuple3.class,
                new TypeSerializer<?>[] {LongSerializer.INSTANCE, LongSerializer.INSTANCE, values});
    }

    /** For three values. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink's serializer takes a raw class
    public static <A, B, C> TypeSerializer<Tuple3<A, B, C>> of(
            TypeSerializer<A> first, TypeSerializer<B> second, TypeSerializer<C> third) {
        return new TupleSerializer<>(
                (Class<Tuple3<A, B, C>>) (Class) Tuple3.class,
                new TypeSerializer<?>[] {first, second, third});
    }
}
