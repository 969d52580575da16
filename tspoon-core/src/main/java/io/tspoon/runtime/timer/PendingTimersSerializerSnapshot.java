/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The configuration of the serializer: that of payloads. */
@Internal
public final class PendingTimersSerializerSnapshot
        extends CompositeTypeSerializerSnapshot<PendingTimers, PendingTimersSerializer> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public PendingTimersSerializerSnapshot() {}

    PendingTimersSerializerSnapshot(PendingTimersSerializer serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(PendingTimersSerializer outer) {
        return new TypeSerializer<?>[] {outer.payloads()};
    }

    @Override
    @SuppressWarnings("unchecked") // it is that of getNestedSerializers
    protected PendingTimersSerializer createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return new PendingTimersSerializer((TypeSerializer<Object>) nested[0]);
    }
}
