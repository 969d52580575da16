/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.StatePlan;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** Records hold the value of the only state. */
@Internal
public record WholeValue<I, V, O>(StatePlan<I, V, O> state) implements ValueShape<I, V, O> {

    @Override
    public List<StatePlan<?, ?, ?>> states() {
        return List.of(state);
    }

    @Override
    public AccessModes<I> modes() {
        return state.modes();
    }

    @Override
    public boolean sharesKeys() {
        return false;
    }

    @Override
    public TypeSerializer<O> outputSerializer() {
        return state.outputSerializer();
    }

    @Override
    public StateCalls<I, V, O> calls(boolean objectReuse) {
        return new OneState<>(ResolvedState.of(state, objectReuse));
    }

    @Override
    public StoredValues<V> open(KeyedStates keyed) {
        return new Stored<>(StoredValues.open(keyed, states(), 0, state.valueSerializer()));
    }

    @Override
    public @Nullable Object valueOf(@Nullable V content, int place) {
        return content;
    }

    @Override
    public boolean isWrittenWith(TypeSerializer<?> elements) {
        return elements.equals(state.valueSerializer());
    }

    @Override
    public <K> void report(
            FragmentWriter writer,
            boolean held,
            boolean again,
            RecordSpace<K> records,
            K record,
            @Nullable V content)
            throws IOException {
        writer.reportWrite(
                held,
                again,
                RecordSpace.serializer(records, 0),
                record,
                state.valueSerializer(),
                content);
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return ways.perKey((payload, deleted) -> WrittenPlaces.of(1, deleted ? 1 : 0));
    }

    @Override
    @SuppressWarnings("unchecked") // only values of the state are logged for it
    public <K> boolean restore(
            InstalledVersions<K, V> versions,
            KeyRecord<K, V> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        versions.restore(record, timestamp, (V) value);
        return false;
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, V> record, int place) {
        return record.installedTimestamp();
    }

    private record Stored<V>(ValueState<V> state) implements StoredValues<V> {
        @Override
        public @Nullable V read() throws IOException {
            return state.value();
        }

        @Override
        public @Nullable Object read(int place) throws IOException {
            return state.value();
        }

        @Override
        public void write(@Nullable V stored) throws IOException {
            StoredValues.write(state, stored);
        }

        @Override
        @SuppressWarnings("unchecked") // the caller has a value of the state
        public void write(int place, Object value) throws IOException {
            state.update((V) value);
        }
    }
}
