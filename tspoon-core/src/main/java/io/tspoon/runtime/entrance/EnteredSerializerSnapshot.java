/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.runtime.plan.Entered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;

import java.util.ArrayList;
import java.util.List;

/** The configuration of an {@link EnteredSerializer}: the serializers by entry. */
@Internal
public final class EnteredSerializerSnapshot
        extends CompositeTypeSerializerSnapshot<Entered<Object>, EnteredSerializer> {
    private static final int VERSION = 1;

    /** Called by Flink to read a snapshot. */
    public EnteredSerializerSnapshot() {}

    EnteredSerializerSnapshot(EnteredSerializer serializer) {
        super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(EnteredSerializer outer) {
        return outer.entries();
    }

    @Override
    @SuppressWarnings("unchecked") // each is only given elements of its own entry
    protected EnteredSerializer createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        List<TypeSerializer<Object>> entries = new ArrayList<>();
        for (TypeSerializer<?> entry : nested) {
            entries.add((TypeSerializer<Object>) entry);
        }
        return new EnteredSerializer(entries);
    }
}
