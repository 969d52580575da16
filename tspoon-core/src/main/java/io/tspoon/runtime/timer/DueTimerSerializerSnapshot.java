/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.ArrayList;
import java.util.List;

/** The configuration of the serializer: those of keys. */
@Internal
public final class DueTimerSerializerSnapshot
        extends CompositeTypeSerializerSnapshot<DueTimer, DueTimerSerializer> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public DueTimerSerializerSnapshot() {}

    DueTimerSerializerSnapshot(DueTimerSerializer serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(DueTimerSerializer outer) {
        return outer.keys();
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given keys of its own line
    protected DueTimerSerializer createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        List<TypeSerializer<Object>> keys = new ArrayList<>();
        for (TypeSerializer<?> key : nested) {
            keys.add((TypeSerializer<Object>) key);
        }
        return new DueTimerSerializer(keys);
    }
}
