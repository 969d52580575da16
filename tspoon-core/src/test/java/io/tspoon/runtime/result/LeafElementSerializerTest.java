/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.transaction.LeafElement;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class LeafElementSerializerTest extends SerializerTestBase<LeafElement<Object>> {
    @Override
    protected TypeSerializer<LeafElement<Object>> createSerializer() {
        return serializer(List.of("paid", "reserved"), List.of(Types.STRING, Types.LONG));
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected Class<LeafElement<Object>> getTypeClass() {
        return (Class) LeafElement.class;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected LeafElement<Object>[] getTestData() {
        return new LeafElement[] {
            new LeafElement<>("paid", "a"),
            new LeafElement<>("reserved", 7L),
            new LeafElement<>("paid", "")
        };
    }

    @Test
    void bytesAreAsDescribed() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        createSerializer().serialize(new LeafElement<>("reserved", 7L), out);

        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
                .isEqualTo("01" + "0000000000000007");
    }

    /** Logged elements would be taken for those of another leaf. */
    @Test
    void otherLeavesAreAnotherType() {
        for (TypeSerializer<LeafElement<Object>> other :
                List.of(
                        serializer(List.of("reserved", "paid"), List.of(Types.STRING, Types.LONG)),
                        serializer(List.of("paid", "reserved"), List.of(Types.LONG, Types.LONG)),
                        serializer(List.of("paid"), List.of(Types.STRING)))) {
            assertThat(
                            createSerializer()
                                    .snapshotConfiguration()
                                    .resolveSchemaCompatibility(other.snapshotConfiguration())
                                    .isIncompatible())
                    .isTrue();
        }
    }

    private static TypeSerializer<LeafElement<Object>> serializer(
            List<String> leaves, List<? extends TypeInformation<?>> types) {
        return new LeafElementTypeInfo<Object>(leaves, types)
                .createSerializer(new SerializerConfigImpl());
    }
}
