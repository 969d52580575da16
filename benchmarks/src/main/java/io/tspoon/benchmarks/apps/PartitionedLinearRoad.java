/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.function.BiFunction;

/**
 * Linear Road as one procedure for each report: an expressway with its vehicles, roads, segments
 * and accounts is one partition. No vehicle changes the expressway here.
 *
 * @param road what a report comes to
 */
record PartitionedLinearRoad(LinearRoad road) implements Application {
    @Override
    public Application verified() {
        return new PartitionedLinearRoad((LinearRoad) road.verified());
    }

    @Override
    public long verifiedEvents() {
        return road.verifiedEvents();
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        MapFunction<Tick, RoadStep> toReport = road::report;
        RoadTraffic traffic = road.traffic();
        StateSpec<Integer, Long> trips =
                StateSpec.named(LinearRoad.TRIPS, Types.INT, Types.LONG)
                        .initialValue(RoadRules.NO_TRIP)
                        .partitionedBy(traffic::expressway, Types.INT);
        StateSpec<Integer, Longs> roads =
                StateSpec.named(LinearRoad.ROADS, Types.INT, Longs.TYPE)
                        .initialValue(Longs.NONE)
                        .partitionedBy(one -> one / 2, Types.INT);
        StateSpec<Integer, Longs> segments =
                StateSpec.named(LinearRoad.SEGMENTS, Types.INT, Longs.TYPE)
                        .initialValue(Longs.NONE)
                        .partitionedBy(one -> one / RoadStep.SEGMENTS / 2, Types.INT);
        StateSpec<Integer, Long> accounts =
                StateSpec.named(LinearRoad.ACCOUNTS, Types.INT, Types.LONG)
                        .initialValue(0L)
                        .partitionedBy(traffic::expressway, Types.INT);
        return events.map(toReport, RoadStep.TYPE)
                .partitionBy(report -> report.road() / 2, Types.INT)
                .procedure(
                        (expressway, report, transaction) ->
                                new Expressway(expressway, trips, roads, segments, accounts)
                                        .execute(report, transaction),
                        Answer.TYPE,
                        trips,
                        roads,
                        segments,
                        accounts)
                .closeTransaction();
    }

    /** The four states of one expressway, for one report. */
    private record Expressway(
            Partition partition,
            StateSpec<Integer, Long> trips,
            StateSpec<Integer, Longs> roads,
            StateSpec<Integer, Longs> segments,
            StateSpec<Integer, Long> accounts)
            implements LinearRoad.States {
        void execute(RoadStep report, StateContext<Answer> transaction) {
            transaction.emit(LinearRoad.execute(report, this));
        }

        @Override
        public <V, O> O apply(
                String state,
                int key,
                V initial,
                BiFunction<ValueAccess<V>, RoadStep, O> function,
                RoadStep step) {
            return function.apply(partition.of(this.<V>named(state), key), step);
        }

        @SuppressWarnings("unchecked") // as LinearRoad calls it
        private <V> StateSpec<Integer, V> named(String state) {
            return (StateSpec<Integer, V>)
                    switch (state) {
                        case LinearRoad.TRIPS -> trips;
                        case LinearRoad.ROADS -> roads;
                        case LinearRoad.SEGMENTS -> segments;
                        default -> accounts;
                    };
        }
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        road.plain(events, meter, timed);
    }

    @Override
    public long questions() {
        return road.questions();
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return road.finalState(found);
    }

    @Override
    public Oracle oracle() {
        return road.oracle();
    }
}
