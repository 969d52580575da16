/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Optional;

/**
 * Says in a snapshot what a container was declared as, and how its parts were written. Flink finds
 * it by its name.
 *
 * @param <C> the class of the containers
 */
@Internal
public final class ContainerSerializerSnapshot<C>
        extends CompositeTypeSerializerSnapshot<C, ContainerSerializer<C>> {
    private static final int VERSION = 1;

    /** Some class only until a snapshot is read. */
    private Class<?> declared = Optional.class;

    /** For Flink, which reads the snapshot next. */
    public ContainerSerializerSnapshot() {}

    ContainerSerializerSnapshot(ContainerSerializer<C> serializer) {
        super(serializer);
        this.declared = serializer.declared();
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
        return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(declared.getName());
    }

    @Override
    protected void readOuterSnapshot(int version, DataInputView in, ClassLoader loader)
            throws IOException {
        if (version > VERSION) {
            throw new IOException(
                    "[TSP-1210] Cannot read snapshot: a later version of tspoon wrote it, version="
                            + version);
        }
        String name = in.readUTF();
        Class<?> known = Container.named(name);
        if (known == null) {
            throw new IOException(
                    "[TSP-1210] Cannot read snapshot: a later version of tspoon wrote it, class="
                            + name);
        }
        declared = known;
    }

    /** What Flink has written before is written anew, if its parts still fit. */
    @Override
    public TypeSerializerSchemaCompatibility<C> resolveSchemaCompatibility(
            TypeSerializerSnapshot<C> old) {
        TypeSerializerSnapshot<?>[] parts = FormerSerializers.partsOf(old, declared);
        if (parts == null) {
            return super.resolveSchemaCompatibility(old);
        }
        for (int i = 0; i < parts.length; i++) {
            if (!fits(getNestedSerializerSnapshots()[i], parts[i])) {
                return TypeSerializerSchemaCompatibility.incompatible();
            }
        }
        return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
    }

    @SuppressWarnings("unchecked") // whether the casts are right is what is asked
    private static <P> boolean fits(TypeSerializerSnapshot<P> part, TypeSerializerSnapshot<?> old) {
        return !part.resolveSchemaCompatibility((TypeSerializerSnapshot<P>) old).isIncompatible();
    }

    /** A part may be declared as something wider than before. */
    @Override
    protected OuterSchemaCompatibility resolveOuterSchemaCompatibility(
            TypeSerializerSnapshot<C> old) {
        return old instanceof ContainerSerializerSnapshot<C> that
                        && declared.isAssignableFrom(that.declared)
                ? OuterSchemaCompatibility.COMPATIBLE_AS_IS
                : OuterSchemaCompatibility.INCOMPATIBLE;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(ContainerSerializer<C> outer) {
        return outer.parts();
    }

    @Override
    protected ContainerSerializer<C> createOuterSerializerWithNestedSerializers(
            TypeSerializer<?>[] nested) {
        return ContainerSerializer.of(declared, nested);
    }
}
