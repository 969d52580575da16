/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.runtime.plan.Entered;

import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class EnteredSerializerTest extends SerializerTestBase<Entered<Object>> {
    private static EnteredSerializer serializer(TypeSerializer<?>... entries) {
        return new EnteredSerializerSnapshot().createOuterSerializerWithNestedSerializers(entries);
    }

    @Override
    protected TypeSerializer<Entered<Object>> createSerializer() {
        return serializer(StringSerializer.INSTANCE, LongSerializer.INSTANCE);
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected Class<Entered<Object>> getTypeClass() {
        return (Class) Entered.class;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected Entered<Object>[] getTestData() {
        return new Entered[] {new Entered<>(0, "a"), new Entered<>(1, 7L), new Entered<>(0, "")};
    }

    /** Else inputs that a log knows by their bytes would not be recognized. */
    @Test
    void otherEntriesAreAnotherType() {
        for (List<TypeSerializer<?>> other :
                List.<List<TypeSerializer<?>>>of(
                        List.of(LongSerializer.INSTANCE, StringSerializer.INSTANCE),
                        List.of(StringSerializer.INSTANCE),
                        List.of(
                                StringSerializer.INSTANCE,
                                LongSerializer.INSTANCE,
                                LongSerializer.INSTANCE))) {
            assertThat(
                            createSerializer()
                                    .snapshotConfiguration()
                                    .resolveSchemaCompatibility(
                                            serializer(other.toArray(new TypeSerializer<?>[0]))
                                                    .snapshotConfiguration())
                                    .isCompatibleAsIs())
                    .as("compatible with %s", other)
                    .isFalse();
        }
    }
}
