/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * Turns the updates of a key, which may come in any order, into a changelog in the order of their
 * timestamps. An update that is older than one before has no place in it any more, and is left out.
 *
 * <p>A key has either a row and the timestamp of its update, or, if it is deleted, the timestamp of
 * that.
 *
 * @param <K> type of the keys
 */
final class NewestRow<K> extends KeyedProcessFunction<K, Row, Row> {
    private static final long serialVersionUID = 1L;

    private static final int KEY = 0;
    private static final int TIMESTAMP = 1;
    private static final int ROW = 2;

    private final TypeInformation<Row> type;
    private final @Nullable Duration memory;

    private transient ValueState<Row> row;
    private transient ValueState<Long> written;
    private transient ValueState<Long> deleted;

    /**
     * @param type of the rows
     * @param memory for how long deleted keys are known; null if for good
     */
    NewestRow(TypeInformation<Row> type, @Nullable Duration memory) {
        this.type = type;
        this.memory = memory;
    }

    /** The type of the updates. */
    static TypeInformation<Row> updateOf(TypeInformation<?> keyType, TypeInformation<Row> type) {
        return Types.ROW(keyType, Types.LONG, type);
    }

    /**
     * @param row the new one; null if the key was deleted
     */
    static Row update(Object key, ExecutionTimestamp timestamp, @Nullable Row row) {
        return Row.of(key, timestamp.value(), row);
    }

    /** The key of an update. */
    static <K> KeySelector<Row, K> key() {
        return update -> update.getFieldAs(KEY);
    }

    @Override
    public void open(OpenContext context) {
        row = getRuntimeContext().getState(new ValueStateDescriptor<>("row", type));
        written = getRuntimeContext().getState(new ValueStateDescriptor<>("written", Types.LONG));
        ValueStateDescriptor<Long> deletion = new ValueStateDescriptor<>("deleted", Types.LONG);
        if (memory != null) {
            deletion.enableTimeToLive(StateTtlConfig.newBuilder(memory).build());
        }
        deleted = getRuntimeContext().getState(deletion);
    }

    @Override
    public void processElement(Row update, Context context, Collector<Row> out) throws Exception {
        long timestamp = update.<Long>getFieldAs(TIMESTAMP);
        Row before = row.value();
        Long newest = before == null ? deleted.value() : written.value();
        if (newest != null && newest >= timestamp) {
            return;
        }
        Row after = update.getFieldAs(ROW);
        if (after == null) {
            row.clear();
            written.clear();
            deleted.update(timestamp);
        } else {
            row.update(after);
            written.update(timestamp);
            deleted.clear();
        }
        emit(before, after, out);
    }

    private static void emit(@Nullable Row before, @Nullable Row after, Collector<Row> out) {
        if (before != null) {
            out.collect(ofKind(after == null ? RowKind.DELETE : RowKind.UPDATE_BEFORE, before));
        }
        if (after != null) {
            out.collect(ofKind(before == null ? RowKind.INSERT : RowKind.UPDATE_AFTER, after));
        }
    }

    /** Another row, because the one that is stored must stay what it is. */
    private static Row ofKind(RowKind kind, Row stored) {
        Row row = Row.copy(stored);
        row.setKind(kind);
        return row;
    }
}
