/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads {@link DueTimer}s. What it writes is never stored. That a transaction was
 * aborted is kept, but not why.
 *
 * <pre>
 *  bytes   field
 *  2       line
 *  1       bits: 1 event time, 2 its transaction was aborted
 *  8       time
 *  8       stamp
 *          key
 * </pre>
 */
@Internal
public final class DueTimerSerializer extends TypeSerializer<DueTimer> {
    private static final long serialVersionUID = 1L;

    private static final int OF_EVENTS = 1;
    private static final int ABORTED = 2;

    private final List<TypeSerializer<Object>> keys;

    /**
     * @param keys by line
     */
    public DueTimerSerializer(List<TypeSerializer<Object>> keys) {
        this.keys = List.copyOf(keys);
    }

    TypeSerializer<?>[] keys() {
        return keys.toArray(new TypeSerializer<?>[0]);
    }

    @Override
    public void serialize(DueTimer due, DataOutputView out) throws IOException {
        out.writeShort(due.line());
        out.writeByte((due.ofEvents() ? OF_EVENTS : 0) | (due.aborted() == null ? 0 : ABORTED));
        out.writeLong(due.time());
        out.writeLong(due.stamp());
        keys.get(due.line()).serialize(due.key(), out);
    }

    @Override
    public DueTimer deserialize(DataInputView in) throws IOException {
        int line = in.readUnsignedShort();
        int bits = in.readByte();
        long time = in.readLong();
        long stamp = in.readLong();
        Object key = keys.get(line).deserialize(in);
        return new DueTimer(
                line,
                key,
                (bits & OF_EVENTS) != 0,
                time,
                stamp,
                (bits & ABORTED) == 0 ? null : List.of());
    }

    @Override
    public DueTimer deserialize(DueTimer reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public DueTimer copy(DueTimer from) {
        return from;
    }

    @Override
    public DueTimer copy(DueTimer from, DueTimer reuse) {
        return from;
    }

    /** No program sees them, and nobody changes their keys. */
    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public DueTimer createInstance() {
        return new DueTimer(0, "", false, 0, 0);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializer<DueTimer> duplicate() {
        List<TypeSerializer<Object>> duplicates = new ArrayList<>();
        keys.forEach(key -> duplicates.add(key.duplicate()));
        return new DueTimerSerializer(duplicates);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DueTimerSerializer that && keys.equals(that.keys);
    }

    @Override
    public int hashCode() {
        return keys.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<DueTimer> snapshotConfiguration() {
        return new DueTimerSerializerSnapshot(this);
    }
}
