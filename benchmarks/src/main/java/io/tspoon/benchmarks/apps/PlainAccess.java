/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Accesses records in plain Flink, each for itself: no event is atomic, none is isolated. Says
 * something for the first access of each event, by which events are counted.
 */
final class PlainAccess extends KeyedProcessFunction<Integer, Access, Answer> {
    private static final long serialVersionUID = 1L;

    private final Table table;
    private final TableApplication application;
    private transient ValueState<Cell> record;
    private transient Cell initial;

    PlainAccess(Table table, TableApplication application) {
        this.table = table;
        this.application = application;
    }

    @Override
    public void open(OpenContext context) {
        record = getRuntimeContext().getState(new ValueStateDescriptor<>("record", Cell.TYPE));
        initial = table.initial();
    }

    @Override
    public void processElement(Access access, Context context, Collector<Answer> out)
            throws Exception {
        Cell present = record.value();
        Value<Cell> value = new Value<>(present == null ? initial : present);
        long answer;
        try {
            application.apply(value, access, value);
            Cell written = value.written();
            if (written != null) {
                record.update(written);
            }
            answer = value.answer();
        } catch (Value.Rejected rejected) {
            answer = Answer.REJECTED;
        }
        if (access.first()) {
            out.collect(new Answer(answer, access.start()));
        }
    }
}
