/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * Writes and reads what is stored of a window besides its elements: numbers, and a part of the
 * user's. A number takes 7 bits a byte, the lowest first; the highest bit says that more follow.
 *
 * @param <T> what is written
 * @param <P> the user's part
 */
abstract class WindowRecordSerializer<T, P> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    final TypeSerializer<P> part;

    WindowRecordSerializer(TypeSerializer<P> part) {
        this.part = part;
    }

    /** The same with another serializer of the part. */
    abstract WindowRecordSerializer<T, P> with(TypeSerializer<P> other);

    static void writeNumber(long number, DataOutputView out) throws IOException {
        long rest = number;
        while (rest >= MORE || rest < 0) {
            out.writeByte((int) rest | MORE);
            rest >>>= BITS;
        }
        out.writeByte((int) rest);
    }

    static long readNumber(DataInputView in) throws IOException {
        long number = 0;
        int shift = 0;
        int next = in.readByte();
        while (next < 0) {
            number |= (long) (next & (MORE - 1)) << shift;
            shift += BITS;
            next = in.readByte();
        }
        return number | (long) next << shift;
    }

    // ------------------------------------------------------------------ as of any serializer

    @Override
    public final boolean isImmutableType() {
        return part.isImmutableType();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a serializer that needs no copy gives itself
    public final TypeSerializer<T> duplicate() {
        TypeSerializer<P> other = part.duplicate();
        return other == part ? this : with(other);
    }

    @Override
    public final T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public final int getLength() {
        return -1;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof WindowRecordSerializer<?, ?> that
                && getClass() == that.getClass()
                && part.equals(that.part);
    }

    @Override
    public final int hashCode() {
        return part.hashCode();
    }
}
