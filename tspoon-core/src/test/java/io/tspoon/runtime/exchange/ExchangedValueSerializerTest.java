/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.exchange;

import io.tspoon.transaction.AccessMode;

import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HexFormat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExchangedValueSerializerTest extends SerializerTestBase<ExchangedValue<String, Long>> {
    @Override
    protected TypeSerializer<ExchangedValue<String, Long>> createSerializer() {
        return new ExchangedValueSerializer<>(StringSerializer.INSTANCE, LongSerializer.INSTANCE);
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected Class<ExchangedValue<String, Long>> getTypeClass() {
        return (Class) ExchangedValue.class;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected ExchangedValue<String, Long>[] getTestData() {
        ExchangedValue<String, Long> reads = ExchangedValue.request(0, "a", false);
        ExchangedValue<String, Long> updates = ExchangedValue.request(100_000, "", true);
        return new ExchangedValue[] {
            reads,
            updates,
            reads.answer(true, 1L),
            reads.answer(false, null),
            updates.answer(false, 7L),
            ExchangedValue.write(3, "b", 4L),
            ExchangedValue.write(3, "b", null)
        };
    }

    /** Requests of an older version are never read, but both ends are built by different code. */
    @Test
    void bytesAreAsDescribed() throws IOException {
        ExchangedValue<String, Long> updates = ExchangedValue.request(2, "a", true);

        assertThat(bytes(updates)).isEqualTo("00000002" + mode(AccessMode.UPDATE, 4) + "0261");
        assertThat(bytes(updates.answer(true, 5L)))
                .isEqualTo("00000002" + mode(AccessMode.UPDATE, 8 + 16) + "0000000000000005");
        assertThat(bytes(ExchangedValue.write(2, "a", null)))
                .isEqualTo("00000002" + mode(AccessMode.WRITE, 4) + "0261");
    }

    private static String mode(AccessMode mode, int bits) {
        return String.format("%02x", mode.ordinal() | bits);
    }

    @Test
    void answerHasNoKey() {
        assertThatThrownBy(() -> ExchangedValue.request(0, "a", false).answer(true, 1L).givenKey())
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("an answer has no key");
    }

    private String bytes(ExchangedValue<String, Long> value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        createSerializer().serialize(value, out);
        return HexFormat.of().formatHex(out.getCopyOfBuffer());
    }
}
