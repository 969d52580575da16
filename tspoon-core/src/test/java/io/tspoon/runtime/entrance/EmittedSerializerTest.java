/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.log.LoggedSerializer;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a log holds of triggered elements, and which changes of a program it survives. */
class EmittedSerializerTest {
    private static final TypeSerializer<Object> LONGS = untyped(LongSerializer.INSTANCE);
    private static final TypeSerializer<Object> TEXTS = untyped(StringSerializer.INSTANCE);
    private static final EmittedSerializer ONE =
            new EmittedSerializer(LONGS, List.of("a"), List.of(TEXTS));
    private static final EmittedSerializer TWO =
            new EmittedSerializer(LONGS, List.of("a", "b"), List.of(TEXTS, LONGS));

    @SuppressWarnings("unchecked") // is only given its own elements
    private static TypeSerializer<Object> untyped(TypeSerializer<?> serializer) {
        return (TypeSerializer<Object>) serializer;
    }

    @Test
    void elementsThatLeaveAreToldFromThoseThatComeIn() throws IOException {
        assertThat(read(TWO, write(TWO, 7L))).isEqualTo(7L);
        assertThat(read(TWO, write(TWO, new Triggered("a", "x"))))
                .isEqualTo(new Triggered("a", "x"));
        assertThat(read(TWO, write(TWO, new Triggered("b", 8L)))).isEqualTo(new Triggered("b", 8L));
        assertThat(write(TWO, 7L)).startsWith(0);
        assertThat(write(TWO, new Triggered("b", 8L))).startsWith(2);
    }

    @Test
    void entrancesAreAddedBehindTheOthers() throws IOException {
        assertThat(resolve(TWO, ONE).isCompatibleAsIs()).isTrue();
        assertThat(read(TWO, write(ONE, new Triggered("a", "x"))))
                .isEqualTo(new Triggered("a", "x"));
    }

    @Test
    void firstEntranceIsAddedToALogThatHasNone() throws IOException {
        assertThat(resolve(ONE, LONGS).isCompatibleAfterMigration()).isTrue();
        assertThat(resolve(ONE, TEXTS).isIncompatible()).isTrue();
    }

    @Test
    void entrancesChangePlaces() throws IOException {
        EmittedSerializer turned =
                new EmittedSerializer(LONGS, List.of("b", "a"), List.of(LONGS, TEXTS));
        assertThat(resolve(turned, TWO).isCompatibleAfterMigration()).isTrue();
        Object element = read(TWO, write(TWO, new Triggered("b", 8L)));
        assertThat(write(turned, element)).startsWith(1);
    }

    @Test
    void entranceMayGoIfNothingByItIsLeft() throws IOException {
        assertThat(resolve(ONE, TWO).isCompatibleAfterMigration()).isTrue();
        assertThatThrownBy(() -> write(ONE, new Triggered("b", 8L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("[TSP-2275]")
                .hasMessageContaining("entrance=b, entrances=[a]");
    }

    @Test
    void entrancesMustNotChangeTypes() throws IOException {
        assertThat(resolve(LONGS, ONE).isIncompatible()).isTrue();
        assertThat(
                        resolve(new EmittedSerializer(LONGS, List.of("a"), List.of(LONGS)), ONE)
                                .isIncompatible())
                .isTrue();
    }

    private static TypeSerializerSchemaCompatibility<Object> resolve(
            TypeSerializer<Object> today, TypeSerializer<Object> before) throws IOException {
        TypeSerializerSnapshot<Object> snapshot =
                LoggedSerializer.of(before).restore(EmittedSerializerTest.class.getClassLoader());
        return today.snapshotConfiguration().resolveSchemaCompatibility(snapshot);
    }

    private static byte[] write(TypeSerializer<Object> serializer, Object element)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(element, out);
        return out.getCopyOfBuffer();
    }

    private static Object read(TypeSerializer<Object> serializer, byte[] bytes) throws IOException {
        return serializer.deserialize(new DataInputDeserializer(bytes));
    }
}
