/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/** What the serializers of immutable elements have in common; no state. */
public abstract class ElementSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final int lengthBytes;

    /** For elements whose size differs. */
    protected ElementSerializer() {
        this(-1);
    }

    /** For elements of a fixed size. */
    protected ElementSerializer(int lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    @Override
    public final boolean isImmutableType() {
        return true;
    }

    @Override
    public final T copy(T from) {
        return from;
    }

    @Override
    public final T copy(T from, T reuse) {
        return from;
    }

    @Override
    public final int getLength() {
        return lengthBytes;
    }

    @Override
    public final T deserialize(T reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public final void copy(DataInputView source, DataOutputView target) throws IOException {
        if (lengthBytes >= 0) {
            target.write(source, lengthBytes);
        } else {
            serialize(deserialize(source), target);
        }
    }

    @Override
    public final TypeSerializer<T> duplicate() {
        return this;
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }
}
