/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Says in a snapshot what type of keys was written. */
@Internal
public final class WindowSlotSerializerSnapshot<K>
        extends CompositeTypeSerializerSnapshot<WindowSlot<K>, WindowSlotSerializer<K>> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public WindowSlotSerializerSnapshot() {}

    WindowSlotSerializerSnapshot(WindowSlotSerializer<K> serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(WindowSlotSerializer<K> outer) {
        return new TypeSerializer<?>[] {outer.part};
    }

    @Override
    @SuppressWarnings("unchecked") // it is that of getNestedSerializers
    protected WindowSlotSerializer<K> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return new WindowSlotSerializer<>((TypeSerializer<K>) nested[0]);
    }
}
