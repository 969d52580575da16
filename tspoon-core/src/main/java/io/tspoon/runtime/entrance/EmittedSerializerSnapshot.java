/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The configuration of an {@link EmittedSerializer}. Elements know their entrances by name, so
 * these may be added, also where there were none, and change places. One may go if nothing by it is
 * left, which is found when it is written again.
 */
@Internal
public final class EmittedSerializerSnapshot implements TypeSerializerSnapshot<Object> {
    private static final int VERSION = 1;

    private @Nullable TypeSerializerSnapshot<Object> leaving;
    private final List<String> names = new ArrayList<>();
    private final List<TypeSerializerSnapshot<Object>> triggered = new ArrayList<>();

    /** Called by Flink to read a snapshot. */
    public EmittedSerializerSnapshot() {}

    EmittedSerializerSnapshot(EmittedSerializer serializer) {
        leaving = serializer.leaving().snapshotConfiguration();
        names.addAll(serializer.names());
        serializer.elements().forEach(one -> triggered.add(one.snapshotConfiguration()));
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        TypeSerializerSnapshot.writeVersionedSnapshot(out, leaving());
        out.writeInt(names.size());
        for (int i = 0; i < names.size(); i++) {
            out.writeUTF(names.get(i));
            TypeSerializerSnapshot.writeVersionedSnapshot(out, triggered.get(i));
        }
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader userClasses)
            throws IOException {
        leaving = TypeSerializerSnapshot.readVersionedSnapshot(in, userClasses);
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            names.add(in.readUTF());
            triggered.add(TypeSerializerSnapshot.readVersionedSnapshot(in, userClasses));
        }
    }

    @Override
    public TypeSerializer<Object> restoreSerializer() {
        List<TypeSerializer<Object>> serializers = new ArrayList<>();
        triggered.forEach(one -> serializers.add(one.restoreSerializer()));
        return new EmittedSerializer(leaving().restoreSerializer(), names, serializers);
    }

    @Override
    public TypeSerializerSchemaCompatibility<Object> resolveSchemaCompatibility(
            TypeSerializerSnapshot<Object> before) {
        if (!(before instanceof EmittedSerializerSnapshot old)) {
            return leaving().resolveSchemaCompatibility(before).isIncompatible()
                    ? TypeSerializerSchemaCompatibility.incompatible()
                    : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
        List<TypeSerializerSchemaCompatibility<Object>> parts = new ArrayList<>();
        parts.add(leaving().resolveSchemaCompatibility(old.leaving()));
        boolean moved = false;
        for (int i = 0; i < old.names.size(); i++) {
            int place = names.indexOf(old.names.get(i));
            moved |= place != i;
            if (place >= 0) {
                parts.add(triggered.get(place).resolveSchemaCompatibility(old.triggered.get(i)));
            }
        }
        if (parts.stream().anyMatch(TypeSerializerSchemaCompatibility::isIncompatible)) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        return !moved
                        && parts.stream()
                                .allMatch(TypeSerializerSchemaCompatibility::isCompatibleAsIs)
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
    }

    private TypeSerializerSnapshot<Object> leaving() {
        return Objects.requireNonNull(leaving, "not read");
    }
}
