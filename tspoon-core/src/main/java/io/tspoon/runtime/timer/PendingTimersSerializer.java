/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.timer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/**
 * Writes and reads {@link PendingTimers}.
 *
 * <pre>
 *  bytes   field
 *  8       stamp
 *  4       n, number of timers in event time
 *  n x     time (8), payload
 *  4       n, number of timers in processing time
 *  n x     time (8), payload
 * </pre>
 */
@Internal
public final class PendingTimersSerializer extends TypeSerializer<PendingTimers> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<Object> payloads;

    /**
     * @param payloads writes and reads payloads
     */
    public PendingTimersSerializer(TypeSerializer<Object> payloads) {
        this.payloads = payloads;
    }

    /** Writes and reads payloads. */
    public TypeSerializer<Object> payloads() {
        return payloads;
    }

    @Override
    public void serialize(PendingTimers timers, DataOutputView out) throws IOException {
        out.writeLong(timers.stamp());
        write(timers.line(true), out);
        write(timers.line(false), out);
    }

    private void write(Timeline line, DataOutputView out) throws IOException {
        out.writeInt(line.size());
        for (int i = 0; i < line.size(); i++) {
            out.writeLong(line.times[i]);
            payloads.serialize(line.payloads[i], out);
        }
    }

    @Override
    public PendingTimers deserialize(DataInputView in) throws IOException {
        return new PendingTimers(in.readLong(), read(in), read(in));
    }

    private Timeline read(DataInputView in) throws IOException {
        int size = in.readInt();
        if (size == 0) {
            return Timeline.EMPTY;
        }
        long[] times = new long[size];
        Object[] values = new Object[size];
        for (int i = 0; i < size; i++) {
            times[i] = in.readLong();
            values[i] = payloads.deserialize(in);
        }
        return new Timeline(times, values);
    }

    @Override
    public PendingTimers deserialize(PendingTimers reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public PendingTimers copy(PendingTimers from) {
        return payloads.isImmutableType()
                ? from
                : new PendingTimers(from.stamp(), copy(from.line(true)), copy(from.line(false)));
    }

    private Timeline copy(Timeline line) {
        Object[] copies = line.payloads.clone();
        for (int i = 0; i < copies.length; i++) {
            copies[i] = payloads.copy(copies[i]);
        }
        return new Timeline(line.times, copies);
    }

    @Override
    public PendingTimers copy(PendingTimers from, PendingTimers reuse) {
        return copy(from);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean isImmutableType() {
        return payloads.isImmutableType();
    }

    @Override
    public TypeSerializer<PendingTimers> duplicate() {
        return new PendingTimersSerializer(payloads.duplicate());
    }

    @Override
    public PendingTimers createInstance() {
        return PendingTimers.none(0);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PendingTimersSerializer that && payloads.equals(that.payloads);
    }

    @Override
    public int hashCode() {
        return payloads.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<PendingTimers> snapshotConfiguration() {
        return new PendingTimersSerializerSnapshot(this);
    }
}
