/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.function.LongToIntFunction;

/**
 * A key whose hash code is what its serializer says: two versions of a library that write a key
 * alike and hash it in different ways.
 *
 * @param number its value
 * @param hash its hash code, which is not written
 */
record SwitchedKey(long number, int hash) {
    @Override
    public boolean equals(Object other) {
        return other instanceof SwitchedKey that && number == that.number;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "switched " + number;
    }

    /** How a version of the library hashes numbers. */
    interface Hashing extends LongToIntFunction, java.io.Serializable {}

    /** The type in a version of the library. */
    static final class Type extends TypeInformation<SwitchedKey> {
        private static final long serialVersionUID = 1L;

        private final Hashing hashing;

        Type(Hashing hashing) {
            this.hashing = hashing;
        }

        SwitchedKey key(long number) {
            return new SwitchedKey(number, hashing.applyAsInt(number));
        }

        @Override
        public boolean isBasicType() {
            return false;
        }

        @Override
        public boolean isTupleType() {
            return false;
        }

        @Override
        public int getArity() {
            return 1;
        }

        @Override
        public int getTotalFields() {
            return 1;
        }

        @Override
        public Class<SwitchedKey> getTypeClass() {
            return SwitchedKey.class;
        }

        @Override
        public boolean isKeyType() {
            return true;
        }

        @Override
        public TypeSerializer<SwitchedKey> createSerializer(SerializerConfig config) {
            return new Serializer(this);
        }

        @Override
        public String toString() {
            return "Switched";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Type;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean canEqual(Object other) {
            return other instanceof Type;
        }
    }

    /** Writes the number. */
    static final class Serializer extends TypeSerializer<SwitchedKey> {
        private static final long serialVersionUID = 1L;

        private final Type type;

        private Serializer(Type type) {
            this.type = type;
        }

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public TypeSerializer<SwitchedKey> duplicate() {
            return this;
        }

        @Override
        public SwitchedKey createInstance() {
            return type.key(0);
        }

        @Override
        public SwitchedKey copy(SwitchedKey from) {
            return from;
        }

        @Override
        public SwitchedKey copy(SwitchedKey from, SwitchedKey reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return Long.BYTES;
        }

        @Override
        public void serialize(SwitchedKey key, DataOutputView target) throws IOException {
            target.writeLong(key.number());
        }

        @Override
        public SwitchedKey deserialize(DataInputView source) throws IOException {
            return type.key(source.readLong());
        }

        @Override
        public SwitchedKey deserialize(SwitchedKey reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeLong(source.readLong());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Serializer;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public TypeSerializerSnapshot<SwitchedKey> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** All versions of the library are compatible, as far as Flink can see. */
    public static final class Snapshot implements TypeSerializerSnapshot<SwitchedKey> {
        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) {}

        @Override
        public void readSnapshot(int version, DataInputView in, ClassLoader classes) {}

        @Override
        public TypeSerializer<SwitchedKey> restoreSerializer() {
            return new Serializer(new Type(Long::hashCode));
        }

        @Override
        public TypeSerializerSchemaCompatibility<SwitchedKey> resolveSchemaCompatibility(
                TypeSerializerSnapshot<SwitchedKey> old) {
            return TypeSerializerSchemaCompatibility.compatibleAsIs();
        }
    }
}
