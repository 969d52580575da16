/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.entrance;

import io.tspoon.flink.operator.FlinkSerializers;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads what transactions emit where others can be triggered: elements that leave the
 * t-graph, and {@link Triggered} ones. A write-ahead log holds what it writes.
 *
 * <pre>
 *  bytes   field
 *  1       0 of an element that leaves; else 1 and the place of the entrance
 *          element, as its serializer writes it
 * </pre>
 */
@Internal
public final class EmittedSerializer extends TypeSerializer<Object>
        implements TriggerPlan.Emitting {
    private static final long serialVersionUID = 1L;

    private static final int LEAVES = 0;

    private final TypeSerializer<Object> leaving;
    private final List<String> names;
    private final List<TypeSerializer<Object>> elements;

    /**
     * @param leaving of the elements that leave the t-graph
     * @param names of the entrances by which triggered elements come
     * @param elements write what comes by these
     */
    public EmittedSerializer(
            TypeSerializer<Object> leaving,
            List<String> names,
            List<TypeSerializer<Object>> elements) {
        this.leaving = leaving;
        this.names = List.copyOf(names);
        this.elements = List.copyOf(elements);
    }

    @Override
    public TypeSerializer<Object> leaving() {
        return leaving;
    }

    List<String> names() {
        return names;
    }

    List<TypeSerializer<Object>> elements() {
        return elements;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // is given no element that leaves
    public TypeSerializer<Triggered> triggered() {
        TypeSerializer<?> none = FlinkSerializers.ofNothing();
        return (TypeSerializer)
                new EmittedSerializer((TypeSerializer<Object>) none, names, elements);
    }

    @Override
    public boolean leaves(byte[] written) {
        return written[0] == LEAVES;
    }

    private int place(Triggered triggering) {
        int place = names.indexOf(triggering.entrance());
        if (place < 0) {
            throw new IllegalStateException(
                    "[TSP-2275] Cannot write what is triggered: the t-graph does not have its"
                            + " entrance any more, entrance="
                            + triggering.entrance()
                            + ", entrances="
                            + names
                            + ". Open it again: openTriggers(environment, spec). With a log, take"
                            + " it away after a savepoint with which the job stops.");
        }
        return place;
    }

    @Override
    public void serialize(Object element, DataOutputView out) throws IOException {
        if (element instanceof Triggered triggering) {
            int place = place(triggering);
            out.writeByte(1 + place);
            elements.get(place).serialize(triggering.element(), out);
        } else {
            out.writeByte(LEAVES);
            leaving.serialize(element, out);
        }
    }

    @Override
    public Object deserialize(DataInputView in) throws IOException {
        int kind = in.readByte();
        return kind == LEAVES
                ? leaving.deserialize(in)
                : new Triggered(names.get(kind - 1), elements.get(kind - 1).deserialize(in));
    }

    @Override
    public Object deserialize(Object reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int kind = source.readByte();
        target.writeByte(kind);
        (kind == LEAVES ? leaving : elements.get(kind - 1)).copy(source, target);
    }

    @Override
    public Object copy(Object from) {
        return from instanceof Triggered triggering
                ? new Triggered(
                        triggering.entrance(),
                        elements.get(place(triggering)).copy(triggering.element()))
                : leaving.copy(from);
    }

    @Override
    public Object copy(Object from, Object reuse) {
        return copy(from);
    }

    @Override
    public boolean isImmutableType() {
        return leaving.isImmutableType()
                && elements.stream().allMatch(TypeSerializer::isImmutableType);
    }

    @Override
    public Object createInstance() {
        return leaving.createInstance();
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TypeSerializer<Object> duplicate() {
        List<TypeSerializer<Object>> duplicates = new ArrayList<>();
        elements.forEach(serializer -> duplicates.add(serializer.duplicate()));
        return new EmittedSerializer(leaving.duplicate(), names, duplicates);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EmittedSerializer that
                && leaving.equals(that.leaving)
                && names.equals(that.names)
                && elements.equals(that.elements);
    }

    @Override
    public int hashCode() {
        return 31 * leaving.hashCode() + elements.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Object> snapshotConfiguration() {
        return new EmittedSerializerSnapshot(this);
    }
}
