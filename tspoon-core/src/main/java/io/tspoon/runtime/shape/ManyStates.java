/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Records hold the values of several states, as {@link KeyValues}. Design: ADR 0020. */
@Internal
public final class ManyStates<I, O> implements ValueShape<I, KeyValues, O> {
    private static final long serialVersionUID = 1L;

    /** The most states that an operator can have. */
    public static final int MAX_STATES = KeyValues.MAX_STATES;

    private final List<StatePlan<?, ?, ?>> states;
    private final TypeSerializer<?>[] valueSerializers;

    ManyStates(List<StatePlan<?, ?, ?>> states) {
        this.states = List.copyOf(states);
        this.valueSerializers =
                states.stream().map(StatePlan::valueSerializer).toArray(TypeSerializer<?>[]::new);
    }

    @Override
    public List<StatePlan<?, ?, ?>> states() {
        return states;
    }

    /**
     * It is not known beforehand which of the states will be accessed, so all are read and may be
     * written, unless none is ever written.
     */
    @Override
    public AccessModes<I> modes() {
        boolean readsOnly = true;
        for (StatePlan<?, ?, ?> state : states) {
            readsOnly &= state.modes().fixed() == AccessMode.READ;
        }
        return AccessModes.always(readsOnly ? AccessMode.READ : AccessMode.UPDATE);
    }

    @Override
    public boolean sharesKeys() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the operator emits what the last of its states emits
    public TypeSerializer<O> outputSerializer() {
        return (TypeSerializer<O>) states.get(states.size() - 1).outputSerializer();
    }

    @Override
    public StateCalls<I, KeyValues, O> calls(boolean objectReuse) {
        return new SameKeyStates<>(states, objectReuse);
    }

    @Override
    @SuppressWarnings("unchecked") // each state has the serializer of its values
    public StoredValues<KeyValues> open(KeyedStates keyed) {
        ValueState<Object>[] values = (ValueState<Object>[]) new ValueState<?>[states.size()];
        for (int place = 0; place < values.length; place++) {
            values[place] =
                    StoredValues.open(
                            keyed, states, place, (TypeSerializer<Object>) valueSerializers[place]);
        }
        return new Stored(values);
    }

    @Override
    public @Nullable Object valueOf(@Nullable KeyValues content, int place) {
        return content == null ? null : content.get(place);
    }

    @Override
    public boolean isWrittenWith(TypeSerializer<?> elements) {
        return false;
    }

    @Override
    public <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> records,
            K record,
            @Nullable KeyValues content)
            throws IOException {
        Objects.requireNonNull(content, "values are deleted one by one")
                .serialize(
                        valueSerializers,
                        writer.reportWrites(
                                held,
                                again,
                                RecordSpace.serializer(records, 0),
                                record,
                                states.size()));
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return ways.perKey((payload, deleted) -> KeyValues.readWritten(payload));
    }

    @Override
    public <K> boolean restore(
            InstalledVersions<K, KeyValues> versions,
            KeyRecord<K, KeyValues> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        KeyValues installed = record.installed();
        KeyValues values = installed == null ? new KeyValues(states.size()) : installed;
        if (!values.restore(place, timestamp, value)) {
            return false;
        }
        versions.restore(record, timestamp, values);
        return true; // even if the value of another state is newer
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, KeyValues> record, int place) {
        KeyValues values = record.installed();
        return values == null ? NOT_RESTORED : values.restoredTimestamp(place);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Stored(ValueState<Object>[] states) implements StoredValues<KeyValues> {
        @Override
        public @Nullable KeyValues read() throws IOException {
            Object[] values = new Object[states.length];
            boolean found = false;
            for (int place = 0; place < states.length; place++) {
                values[place] = states[place].value();
                found |= values[place] != null;
            }
            return found ? KeyValues.of(values) : null;
        }

        @Override
        public @Nullable Object read(int place) throws IOException {
            return states[place].value();
        }

        @Override
        public void write(@Nullable KeyValues stored) throws IOException {
            if (stored == null) {
                return; // there has never been a value
            }
            for (int place = 0; place < states.length; place++) {
                if (stored.isUnsaved(place)) {
                    StoredValues.write(states[place], stored.get(place));
                }
            }
            stored.saved();
        }

        @Override
        public void write(int place, Object value) throws IOException {
            states[place].update(value);
        }
    }
}
