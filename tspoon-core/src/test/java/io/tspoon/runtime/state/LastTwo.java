/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.flink.operator.KeyedStates;
import io.tspoon.protocol.access.InstalledVersions;
import io.tspoon.protocol.access.KeyRecord;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.AccessModes;
import io.tspoon.runtime.plan.StatePlan;
import io.tspoon.runtime.shape.RecordSpace;
import io.tspoon.runtime.shape.RecordWays;
import io.tspoon.runtime.shape.ResolvedState;
import io.tspoon.runtime.shape.StateCalls;
import io.tspoon.runtime.shape.StoredValues;
import io.tspoon.runtime.shape.UserFunctionAccess;
import io.tspoon.runtime.shape.ValueShape;

import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** A toy: records hold the last two values, and functions see the older one. */
record LastTwo(StatePlan<Long, Long, Long> state)
        implements ValueShape<Long, LastTwo.Values, Long> {

    record Values(@Nullable Long newest, @Nullable Long before) {
        static Values after(@Nullable Values last, @Nullable Long written) {
            return new Values(written, last == null ? null : last.newest);
        }
    }

    @Override
    public List<StatePlan<?, ?, ?>> states() {
        return List.of(state);
    }

    @Override
    public AccessModes<Long> modes() {
        return state.modes();
    }

    @Override
    public boolean sharesKeys() {
        return false;
    }

    @Override
    public TypeSerializer<Long> outputSerializer() {
        return state.outputSerializer();
    }

    @Override
    public StateCalls<Long, Values, Long> calls(boolean objectReuse) {
        ResolvedState<Long, Long, Long> use = ResolvedState.of(state, objectReuse);
        return new StateCalls<>() {
            @Override
            public @Nullable ResolvedState<?, Values, Long> use() {
                return null;
            }

            @Override
            public void call(Long element, UserFunctionAccess<Values, Long> access)
                    throws Exception {
                OlderOfTwo older = new OlderOfTwo(use, access);
                state.function().access(element, older, older);
            }

            @Override
            public String lastState() {
                return state.name();
            }
        };
    }

    @Override
    public StoredValues<Values> open(KeyedStates keyed) {
        return new Stored(
                keyed.value("value", LongSerializer.INSTANCE),
                keyed.value("before", LongSerializer.INSTANCE));
    }

    @Override
    public @Nullable Object valueOf(@Nullable Values content, int place) {
        return content == null ? null : content.before;
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
            @Nullable Values content)
            throws IOException {
        Long newest = Objects.requireNonNull(content).newest;
        writer.reportWrites(held, again, RecordSpace.serializer(records, 0), record, 1)
                .writeLong(Objects.requireNonNull(newest, "deletions are not for a toy"));
    }

    @Override
    public <R> R ways(RecordWays<R> ways) {
        return ways.perKey(LastTwo::readWritten);
    }

    static long readWritten(DataInputDeserializer payload, boolean deleted) {
        return 1; // the first place
    }

    @Override
    public <K> boolean restore(
            InstalledVersions<K, Values> versions,
            KeyRecord<K, Values> record,
            int place,
            long timestamp,
            @Nullable Object value) {
        versions.restore(record, timestamp, Values.after(record.installed(), (Long) value));
        return false;
    }

    @Override
    public long restoredTimestamp(KeyRecord<?, Values> record, int place) {
        return record.installedTimestamp();
    }

    private record Stored(ValueState<Long> newest, ValueState<Long> before)
            implements StoredValues<Values> {
        @Override
        public @Nullable Values read() throws IOException {
            Long last = newest.value();
            return last == null ? null : new Values(last, before.value());
        }

        @Override
        public @Nullable Object read(int place) throws IOException {
            return before.value();
        }

        @Override
        public void write(@Nullable Values stored) throws IOException {
            StoredValues.write(newest, stored == null ? null : stored.newest);
            StoredValues.write(before, stored == null ? null : stored.before);
        }

        @Override
        public void write(int place, Object value) throws IOException {
            before.update((Long) value);
        }
    }
}
