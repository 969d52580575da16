/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.ElementSerializer;
import io.tspoon.benchmarks.harness.ElementTypeInfo;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.Arrays;

/**
 * A value of some numbers.
 *
 * @param all never changed in place
 */
public record Longs(long[] all) {
    static final ElementTypeInfo<Longs> TYPE =
            new ElementTypeInfo<>(Longs.class, Serializer.INSTANCE);
    static final Longs NONE = new Longs(new long[0]);

    @Override
    public boolean equals(Object other) {
        return other instanceof Longs that && Arrays.equals(all, that.all);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(all);
    }

    @Override
    public String toString() {
        return Arrays.toString(all);
    }

    /** Writes how many there are, then each. */
    public static final class Serializer extends ElementSerializer<Longs> {
        private static final long serialVersionUID = 1L;
        static final Serializer INSTANCE = new Serializer();

        @Override
        public void serialize(Longs longs, DataOutputView out) throws IOException {
            out.writeInt(longs.all.length);
            for (long one : longs.all) {
                out.writeLong(one);
            }
        }

        @Override
        public Longs deserialize(DataInputView in) throws IOException {
            long[] all = new long[in.readInt()];
            for (int i = 0; i < all.length; i++) {
                all[i] = in.readLong();
            }
            return new Longs(all);
        }

        @Override
        public Longs createInstance() {
            return NONE;
        }

        @Override
        public TypeSerializerSnapshot<Longs> snapshotConfiguration() {
            return new Snapshot();
        }
    }

    /** Has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Longs> {
        public Snapshot() {
            super(() -> Serializer.INSTANCE);
        }
    }
}
