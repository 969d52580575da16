/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.flink.operator.RecordState;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/**
 * The values of partitioned states in Flink's keyed state. The current record says which one is
 * meant. Partitions themselves have none.
 */
final class StoredRecords implements StoredValues<Object> {
    private final List<RecordState<Object, Object>> states;
    private @Nullable RecordKey current;

    /**
     * @param states by place
     */
    StoredRecords(List<RecordState<Object, Object>> states) {
        this.states = states;
    }

    void set(RecordKey record) {
        current = record;
    }

    private RecordKey current() {
        return Objects.requireNonNull(current, "no record is set");
    }

    @Override
    public @Nullable Object read() throws IOException {
        RecordKey record = current();
        return record.isPartition() ? null : states.get(record.place()).read(record.key());
    }

    @Override
    public @Nullable Object read(int place) throws IOException {
        return read();
    }

    @Override
    public void write(@Nullable Object stored) throws IOException {
        RecordKey record = current();
        if (!record.isPartition()) {
            states.get(record.place()).write(record.key(), stored);
        }
    }

    @Override
    public void write(int place, Object value) throws IOException {
        write(value);
    }
}
