/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All tables of an application in one operator without parallelism, as maps under one key: its
 * thread executes one event after the other. What checks need to know it tells a gauge of its own.
 */
final class SerialTables extends KeyedProcessFunction<Integer, Tick, Answer> {
    private static final long serialVersionUID = 1L;

    private final TableApplication application;
    private final String meter;
    private final boolean kept;
    private transient Stored stored;
    private transient Gauge gauge;
    private transient long executed;

    /**
     * @param application says what an event comes to
     * @param meter name of the run's meter
     * @param kept whether what was {@link Executed} is kept
     */
    SerialTables(TableApplication application, String meter, boolean kept) {
        this.application = application;
        this.meter = meter;
        this.kept = kept;
    }

    @Override
    public void open(OpenContext context) {
        List<MapState<Integer, Cell>> states = new ArrayList<>();
        for (Table table : application.tables()) {
            states.add(
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>(table.name(), Types.INT, Cell.TYPE)));
        }
        stored = new Stored(application.tables(), states);
        gauge = Meter.gauge(meter);
    }

    @Override
    public void processElement(Tick tick, Context context, Collector<Answer> out) throws Exception {
        List<Access> accesses = application.accesses(tick);
        long answer = Answer.REJECTED; // of a question, which marks nothing
        if (Questions.isQuestion(tick)) {
            Access asked = accesses.get(0);
            gauge.keep(Map.of(stored.name(asked), stored.get(asked)));
        } else {
            Map<String, Object> updates = kept ? new HashMap<>() : null;
            stored.updates = updates;
            answer = application.execute(accesses, stored);
            if (updates != null) {
                keep(tick, answer, updates);
            }
        }
        out.collect(new Answer(answer, tick.start()));
    }

    private void keep(Tick tick, long answer, Map<String, Object> updates) {
        executed++;
        Oracle.Expected said = Oracle.Expected.of(answer, updates);
        gauge.keep(new Executed(tick.number(), executed, executed, 1, said));
    }

    /** The records in Flink's state. */
    private static final class Stored implements TableApplication.Records<Exception> {
        private final List<MapState<Integer, Cell>> states;
        private final List<String> names;
        private final List<Cell> initial;

        /** What the present event writes; null if nobody wants to know. */
        private @Nullable Map<String, Object> updates;

        Stored(List<Table> tables, List<MapState<Integer, Cell>> states) {
            this.states = states;
            this.names = tables.stream().map(Table::name).toList();
            this.initial = tables.stream().map(Table::initial).toList();
        }

        String name(Access access) {
            return Oracle.name(names.get(access.table()), access.key());
        }

        @Override
        public Cell get(Access access) throws Exception {
            Cell cell = states.get(access.table()).get(access.key());
            return cell == null ? initial.get(access.table()) : cell;
        }

        @Override
        public void put(Access access, Cell cell) throws Exception {
            states.get(access.table()).put(access.key(), cell);
            if (updates != null) {
                updates.put(name(access), cell);
            }
        }
    }
}
