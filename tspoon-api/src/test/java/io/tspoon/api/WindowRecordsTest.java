/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/** What is stored of a window besides its elements comes back as it was, and is small. */
class WindowRecordsTest {
    private static final long[] NUMBERS = {
        0, 1, 127, 128, 16_383, 16_384, 1_800_000_000_000L, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    @Test
    void contentsComeBack() throws IOException {
        TypeSerializer<WindowContent<String>> serializer =
                serializer(new WindowRecordType.OfContent<>(Types.STRING));
        for (long number : NUMBERS) {
            int small = (int) Math.min(number, Integer.MAX_VALUE);
            WindowContent<String> content =
                    new WindowContent<>(small, "a" + number, small, number, number, 5, small);
            assertThat(through(serializer, content)).isEqualTo(content);
            assertThat(serializer.copy(content)).isSameAs(content);
        }
    }

    @Test
    void contentsWithoutAnAggregateComeBack() throws IOException {
        TypeSerializer<WindowContent<Void>> serializer =
                serializer(new WindowRecordType.OfContent<>(Types.VOID));
        WindowContent<Void> content = new WindowContent<>(1, null, 2, 3, 4, 5, 6);

        assertThat(through(serializer, content)).isEqualTo(content);
        assertThat(serializer.copy(content)).isEqualTo(content);
        assertThat(bytes(serializer, content)).isLessThan(10);
    }

    @Test
    void slotsComeBack() throws IOException {
        TypeSerializer<WindowSlot<String>> serializer =
                serializer(new WindowRecordType.OfSlot<>(Types.STRING));
        for (long number : NUMBERS) {
            WindowSlot<String> slot = new WindowSlot<>("key", number);
            assertThat(through(serializer, slot)).isEqualTo(slot).hasSameHashCodeAs(slot);
        }
    }

    /** The slots of windows whose keys follow each other must not share hash codes. */
    @Test
    void hashCodesOfSlotsDiffer() {
        Set<Integer> hashCodes = new HashSet<>();
        for (int key = 0; key < 100; key++) {
            for (int slot = 0; slot < 100; slot++) {
                hashCodes.add(new WindowSlot<>(key, slot).hashCode());
            }
        }
        assertThat(hashCodes).hasSize(100 * 100);
    }

    /** What can be changed is copied, so that nobody changes what is installed. */
    @Test
    void changeableAggregatesAreCopied() {
        TypeSerializer<WindowContent<List<String>>> serializer =
                serializer(new WindowRecordType.OfContent<>(Types.LIST(Types.STRING)));
        List<String> names = new ArrayList<>(List.of("a"));
        WindowContent<List<String>> copy =
                serializer.copy(new WindowContent<>(1, names, 0, 0, 0, 0, 1));

        names.add("b");

        assertThat(serializer.isImmutableType()).isFalse();
        assertThat(copy.aggregate()).containsExactly("a");
    }

    @Test
    void snapshotsRestoreTheSerializer() {
        TypeSerializer<WindowContent<String>> contents =
                serializer(new WindowRecordType.OfContent<>(Types.STRING));
        TypeSerializer<WindowSlot<Long>> slots =
                serializer(new WindowRecordType.OfSlot<>(Types.LONG));

        assertThat(contents.snapshotConfiguration().restoreSerializer()).isEqualTo(contents);
        assertThat(slots.snapshotConfiguration().restoreSerializer()).isEqualTo(slots);
        assertThat(slots).isNotEqualTo(contents);
    }

    private static <T> TypeSerializer<T> serializer(TypeInformation<T> type) {
        return type.createSerializer(new ExecutionConfig().getSerializerConfig());
    }

    private static <T> T through(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(value, out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        T copy = serializer.deserialize(in);
        assertThat(in.available()).isZero();
        return copy;
    }

    private static <T> int bytes(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        serializer.serialize(value, out);
        return out.length();
    }
}
