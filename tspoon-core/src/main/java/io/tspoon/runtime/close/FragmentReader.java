/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.runtime.transport.FragmentKind;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Reads what fragments carry to the close operator; the counterpart of the fragment writer. */
final class FragmentReader<T> {
    private final String[] names;
    private final TypeSerializer<?>[] keySerializers;
    private final TypeSerializer<?>[] valueSerializers;
    private final TypeSerializer<T> elementSerializer;

    FragmentReader(List<ClosePlan.StateColumns> states, TypeSerializer<T> elementSerializer) {
        int count = states.size();
        this.names = new String[count];
        this.keySerializers = new TypeSerializer<?>[count];
        this.valueSerializers = new TypeSerializer<?>[count];
        for (int i = 0; i < count; i++) {
            names[i] = states.get(i).name();
            keySerializers[i] = states.get(i).keySerializer();
            valueSerializers[i] = states.get(i).valueSerializer();
        }
        this.elementSerializer = elementSerializer;
    }

    /** Reads a write and, if one rides along, the element. */
    void readWrite(int state, int kind, DataInputDeserializer in, ResultBuilder<T> result)
            throws IOException {
        Object key = keySerializers[state].deserialize(in);
        boolean deleted = FragmentKind.has(kind, FragmentKind.DELETED);
        Object value = deleted ? null : valueSerializers[state].deserialize(in);
        result.addUpdate(
                new StateUpdate(names[state], key, value),
                FragmentKind.has(kind, FragmentKind.REWRITTEN));
        if (FragmentKind.has(kind, FragmentKind.ELEMENT_IS_VALUE)) {
            @SuppressWarnings("unchecked")
            T element = (T) Objects.requireNonNull(value);
            result.addElement(element);
        }
    }

    void readElement(DataInputDeserializer in, ResultBuilder<T> result) throws IOException {
        result.addElement(elementSerializer.deserialize(in));
    }

    AbortReason readReason(DataInputDeserializer in) throws IOException {
        AbortReason.Kind kind = AbortReason.Kind.valueOf(in.readUTF());
        return new AbortReason(kind, in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF());
    }
}
