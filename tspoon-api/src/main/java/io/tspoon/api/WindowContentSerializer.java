/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Writes the numbers of a {@link WindowContent} in the order of its components, then the rest. */
final class WindowContentSerializer<A> extends WindowRecordSerializer<WindowContent<A>, A> {
    private static final long serialVersionUID = 1L;

    WindowContentSerializer(TypeSerializer<A> aggregates) {
        super(aggregates);
    }

    @Override
    WindowContentSerializer<A> with(TypeSerializer<A> other) {
        return new WindowContentSerializer<>(other);
    }

    /** Without an aggregate, the serializer of the part is that of nothing. */
    @Override
    @SuppressWarnings("NullAway")
    public void serialize(WindowContent<A> content, DataOutputView out) throws IOException {
        writeNumber(content.size(), out);
        writeNumber(content.staged(), out);
        writeNumber(content.end(), out);
        writeNumber(content.first(), out);
        writeNumber(content.kept(), out);
        writeNumber(content.slots(), out);
        part.serialize(content.aggregate(), out);
    }

    @Override
    public WindowContent<A> deserialize(DataInputView in) throws IOException {
        int size = (int) readNumber(in);
        int staged = (int) readNumber(in);
        long end = readNumber(in);
        long first = readNumber(in);
        long kept = readNumber(in);
        int slots = (int) readNumber(in);
        return new WindowContent<>(size, part.deserialize(in), staged, end, first, kept, slots);
    }

    @Override
    public WindowContent<A> createInstance() {
        return new WindowContent<>(0, part.createInstance(), 0, 0, 0, 0, 0);
    }

    @Override
    public WindowContent<A> copy(WindowContent<A> from) {
        if (part.isImmutableType()) {
            return from;
        }
        @Nullable A aggregate = from.aggregate();
        return new WindowContent<>(
                from.size(),
                aggregate == null ? null : part.copy(aggregate),
                from.staged(),
                from.end(),
                from.first(),
                from.kept(),
                from.slots());
    }

    @Override
    public TypeSerializerSnapshot<WindowContent<A>> snapshotConfiguration() {
        return new WindowContentSerializerSnapshot<>(this);
    }
}
