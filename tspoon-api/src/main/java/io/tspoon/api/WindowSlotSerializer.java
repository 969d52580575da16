/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/** Writes the key of a {@link WindowSlot}, then its number. */
final class WindowSlotSerializer<K> extends WindowRecordSerializer<WindowSlot<K>, K> {
    private static final long serialVersionUID = 1L;

    WindowSlotSerializer(TypeSerializer<K> keys) {
        super(keys);
    }

    @Override
    WindowSlotSerializer<K> with(TypeSerializer<K> other) {
        return new WindowSlotSerializer<>(other);
    }

    @Override
    public void serialize(WindowSlot<K> slot, DataOutputView out) throws IOException {
        part.serialize(slot.key(), out);
        writeNumber(slot.slot(), out);
    }

    @Override
    public WindowSlot<K> deserialize(DataInputView in) throws IOException {
        return new WindowSlot<>(part.deserialize(in), readNumber(in));
    }

    @Override
    public WindowSlot<K> createInstance() {
        return new WindowSlot<>(part.createInstance(), 0);
    }

    @Override
    public WindowSlot<K> copy(WindowSlot<K> from) {
        return part.isImmutableType() ? from : new WindowSlot<>(part.copy(from.key()), from.slot());
    }

    @Override
    public TypeSerializerSnapshot<WindowSlot<K>> snapshotConfiguration() {
        return new WindowSlotSerializerSnapshot<>(this);
    }
}
