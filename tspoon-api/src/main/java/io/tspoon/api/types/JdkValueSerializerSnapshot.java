/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * Says in a snapshot which class of the JDK was written. Flink finds it by its name.
 *
 * @param <T> the class
 */
@Internal
public final class JdkValueSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    /** The first value only until a snapshot is read. */
    private JdkValue value;

    /** For Flink, which reads the snapshot next. */
    public JdkValueSerializerSnapshot() {
        this(JdkValue.values()[0]);
    }

    JdkValueSerializerSnapshot(JdkValue value) {
        this.value = value;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(value.name());
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
        if (version > VERSION) {
            throw new IOException(
                    "[TSP-1210] Cannot read snapshot: a later version of tspoon wrote it, version="
                            + version);
        }
        String name = in.readUTF();
        try {
            value = JdkValue.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "[TSP-1210] Cannot read snapshot: a later version of tspoon wrote it, class="
                            + name,
                    e);
        }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return new JdkValueSerializer<>(value);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> old) {
        if (FormerSerializers.isKryoOf(old, value.type())) {
            return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
        return old instanceof JdkValueSerializerSnapshot<?> that && value == that.value
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
