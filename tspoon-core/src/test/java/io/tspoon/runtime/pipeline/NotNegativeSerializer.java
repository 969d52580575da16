/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;

/** Fails in the middle of a negative number. */
public final class NotNegativeSerializer extends TypeSerializerSingleton<Long> {
    private static final long serialVersionUID = 1L;

    private static final TypeSerializer<Long> LONGS = LongSerializer.INSTANCE;

    @Override
    public void serialize(Long number, DataOutputView out) throws IOException {
        if (number < 0) {
            out.writeInt(-1);
            throw new IOException("the number is negative");
        }
        LONGS.serialize(number, out);
    }

    @Override
    public Long deserialize(DataInputView in) throws IOException {
        return LONGS.deserialize(in);
    }

    @Override
    public Long deserialize(Long reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        LONGS.copy(in, out);
    }

    @Override
    public Long createInstance() {
        return LONGS.createInstance();
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public Long copy(Long from) {
        return from;
    }

    @Override
    public Long copy(Long from, Long reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return Long.BYTES;
    }

    @Override
    public TypeSerializerSnapshot<Long> snapshotConfiguration() {
        return LONGS.snapshotConfiguration();
    }
}
