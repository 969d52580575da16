/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * TP as one would write it whose states may share a key: both records of a segment are accessed in
 * one operator, and the toll is made there. In plain Flink it is one function with two states.
 */
final class SegmentTolls implements Application {
    private static final long serialVersionUID = 1L;
    private static final StateSpec<Integer, Cell> SPEEDS = spec(TollProcessing.SPEED_TABLE);
    private static final StateSpec<Integer, Cell> VEHICLES = spec(TollProcessing.VEHICLE_TABLE);

    private final TollProcessing tolls;

    SegmentTolls(double skew) {
        tolls = new TollProcessing(skew);
    }

    private static StateSpec<Integer, Cell> spec(Table table) {
        return StateSpec.named(table.name(), Types.INT, Cell.TYPE).initialValue(table.initial());
    }

    /** The report when the average speed is known. */
    private static Access withAverage(Access report, long average) {
        return new Access(
                0, report.key(), report.operation(), average, report.y(), true, report.start());
    }

    /** The speeds of a segment; a question leaves them as they are. */
    private static Cell faster(Cell speeds, Access report) {
        return TableApplication.isQuestion(report)
                ? speeds
                : TollProcessing.faster(speeds, report.x());
    }

    private static Cell seen(Cell vehicles, Access report) {
        return TableApplication.isQuestion(report)
                ? vehicles
                : TollProcessing.seen(vehicles, (int) report.y());
    }

    private static Answer toll(Access report, Cell vehicles) {
        return new Answer(report.x() + TollProcessing.ofCount(vehicles), report.start());
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        MapFunction<Tick, Access> toReport = tolls::report;
        return events.map(toReport, Access.TYPE)
                .keyBy(Access::key, Types.INT)
                .update(
                        SPEEDS,
                        SegmentTolls::faster,
                        (speeds, report) -> withAverage(report, TollProcessing.average(speeds)),
                        Access.TYPE)
                .sameKey()
                .update(
                        VEHICLES,
                        SegmentTolls::seen,
                        (vehicles, report) -> toll(report, vehicles),
                        Answer.TYPE)
                .closeTransaction();
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        events.map(tolls::report)
                .returns(Access.TYPE)
                .keyBy(Access::key, Types.INT)
                .process(new PlainTolls())
                .returns(Answer.TYPE)
                .sinkTo(new CountingSink<>(meter, Answer.counter(timed)));
    }

    @Override
    public Oracle oracle() {
        return tolls.oracle();
    }

    @Override
    public long verifiedEvents() {
        return tolls.verifiedEvents();
    }

    /** One for each segment says both its records. */
    @Override
    public long questions() {
        return tolls.records();
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return tolls.finalState(found);
    }

    /** One function with both states. */
    private static final class PlainTolls extends KeyedProcessFunction<Integer, Access, Answer> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Cell> speeds;
        private transient ValueState<Cell> vehicles;

        @Override
        public void open(OpenContext context) {
            speeds = getRuntimeContext().getState(new ValueStateDescriptor<>("speeds", Cell.TYPE));
            vehicles =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("vehicles", Cell.TYPE));
        }

        @Override
        public void processElement(Access report, Context context, Collector<Answer> out)
                throws Exception {
            Cell faster =
                    TollProcessing.faster(present(speeds, TollProcessing.SPEED_TABLE), report.x());
            speeds.update(faster);
            Cell seen =
                    TollProcessing.seen(
                            present(vehicles, TollProcessing.VEHICLE_TABLE), (int) report.y());
            vehicles.update(seen);
            out.collect(toll(withAverage(report, TollProcessing.average(faster)), seen));
        }

        private static Cell present(ValueState<Cell> state, Table table) throws Exception {
            Cell cell = state.value();
            return cell == null ? table.initial() : cell;
        }
    }
}
