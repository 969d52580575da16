/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Says in a snapshot what type of aggregates was written. */
@Internal
public final class WindowContentSerializerSnapshot<A>
        extends CompositeTypeSerializerSnapshot<WindowContent<A>, WindowContentSerializer<A>> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public WindowContentSerializerSnapshot() {}

    WindowContentSerializerSnapshot(WindowContentSerializer<A> serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(WindowContentSerializer<A> outer) {
        return new TypeSerializer<?>[] {outer.part};
    }

    @Override
    @SuppressWarnings("unchecked") // it is that of getNestedSerializers
    protected WindowContentSerializer<A> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return new WindowContentSerializer<>((TypeSerializer<A>) nested[0]);
    }
}
