/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.VoidSerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;

import java.util.List;

/** Flink's serializers of tuples and lists, whose snapshots know how to restore them. */
@Internal
public final class FlinkSerializers {
    private FlinkSerializers() {}

    /** For values of which there are none. */
    public static TypeSerializer<Void> ofNothing() {
        return VoidSerializer.INSTANCE;
    }

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

    /** For numbers, texts, and values, each of which has a number. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink's serializer takes a raw class
    public static <V>
            TypeSerializer<Tuple3<long[], List<String>, List<Tuple2<Long, V>>>>
                    ofNumbersTextsAndNumbered(TypeSerializer<V> values) {
        return new TupleSerializer<>(
                (Class<Tuple3<long[], List<String>, List<Tuple2<Long, V>>>>) (Class) Tuple3.class,
                new TypeSerializer<?>[] {
                    LongPrimitiveArraySerializer.INSTANCE,
                    new ListSerializer<>(StringSerializer.INSTANCE),
                    new ListSerializer<>(ofNumberAnd(values))
                });
    }

    /** For lists of values, each of which has a text and a number. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink's serializer takes a raw class
    public static <V> TypeSerializer<List<Tuple3<String, Long, V>>> ofTextNumberAndInLists(
            TypeSerializer<V> values) {
        return new ListSerializer<>(
                new TupleSerializer<>(
                        (Class<Tuple3<String, Long, V>>) (Class) Tuple3.class,
                        new TypeSerializer<?>[] {
                            StringSerializer.INSTANCE, LongSerializer.INSTANCE, values
                        }));
    }
}
