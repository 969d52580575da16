/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowSpec;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * TP with a window: the average speed of a segment is that of its last reports. A segment is a
 * partition, and a report one procedure. In plain Flink it is one function that keeps a ring of
 * speeds.
 */
final class WindowedTolls implements Application {
    private static final long serialVersionUID = 1L;

    /** Reports in the window of a segment, which slides by one. */
    private static final int RECENT = 100;

    private static final StateSpec<Integer, Cell> VEHICLES =
            StateSpec.named(TollProcessing.VEHICLE_TABLE.name(), Types.INT, Cell.TYPE)
                    .initialValue(TollProcessing.VEHICLE_TABLE.initial())
                    .partitionedBy(segment -> segment, Types.INT);

    private static final WindowSpec<Integer, Integer, Long> SPEEDS =
            WindowSpec.ofLast("recent_speeds", Types.INT, Types.INT, RECENT, 1)
                    .aggregate(
                            Types.LONG,
                            0L,
                            (sum, speed) -> sum + speed,
                            (sum, speed) -> sum - speed)
                    .partitionedBy(segment -> segment, Types.INT);

    private final TollProcessing tolls;

    WindowedTolls(double skew) {
        tolls = new TollProcessing(skew);
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        MapFunction<Tick, Access> toReport = tolls::report;
        return events.map(toReport, Access.TYPE)
                .partitionBy(Access::key, Types.INT)
                .procedure(WindowedTolls::pass, Answer.TYPE, VEHICLES, SPEEDS)
                .closeTransaction();
    }

    private static void pass(Partition segment, Access report, StateContext<Answer> transaction) {
        ValueAccess<Cell> vehicles = segment.of(VEHICLES, report.key());
        Cell before = Objects.requireNonNull(vehicles.get());
        if (TableApplication.isQuestion(report)) {
            vehicles.set(before);
            transaction.emit(new Answer(0, report.start()));
            return;
        }
        Cell seen = TollProcessing.seen(before, (int) report.y());
        vehicles.set(seen);
        WindowAccess<Integer, Long> recent = segment.of(SPEEDS, report.key());
        recent.add((int) report.x());
        transaction.emit(toll(report, recent.aggregate(), recent.size(), seen));
    }

    private static Answer toll(Access report, long speeds, int count, Cell seen) {
        return new Answer(speeds / count + TollProcessing.ofCount(seen), report.start());
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
    public long verifiedEvents() {
        return tolls.verifiedEvents();
    }

    @Override
    public Oracle oracle() {
        Map<Integer, Cell> vehicles = new HashMap<>();
        Map<Integer, Deque<Long>> recent = new HashMap<>();
        return event -> {
            Access report = tolls.report(new Tick(event, 0));
            int segment = report.key();
            Cell before = vehicles.getOrDefault(segment, TollProcessing.VEHICLE_TABLE.initial());
            Cell seen = TollProcessing.seen(before, (int) report.y());
            vehicles.put(segment, seen);
            Deque<Long> speeds = recent.computeIfAbsent(segment, none -> new ArrayDeque<>());
            speeds.addLast(report.x());
            if (speeds.size() > RECENT) {
                speeds.removeFirst();
            }
            long sum = speeds.stream().mapToLong(Long::longValue).sum();
            return new Oracle.Expected(
                    true,
                    toll(report, sum, speeds.size(), seen).value(),
                    Map.of(Oracle.name(TollProcessing.VEHICLE_TABLE.name(), segment), seen));
        };
    }

    /** One for the vehicles of each segment. */
    @Override
    public long questions() {
        return tolls.records();
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        return new FinalVehicles(found);
    }

    /** The vehicles of a segment do not depend on the order of reports, as its window does. */
    private final class FinalVehicles implements FinalState {
        private final Found found;
        private final ExpectedCell[] segments = new ExpectedCell[tolls.records()];

        FinalVehicles(Found found) {
            this.found = found;
            for (int segment = 0; segment < segments.length; segment++) {
                segments[segment] = new ExpectedCell(TollProcessing.VEHICLE_TABLE.initial());
            }
        }

        @Override
        public void add(long number, boolean committed) {
            if (!committed) {
                throw found.failure().apply("what cannot abort was not committed, event=" + number);
            }
            Access report = tolls.report(new Tick(number, 0));
            segments[report.key()].setBit((int) report.y());
        }

        @Override
        public void check() {
            for (int segment = 0; segment < segments.length; segment++) {
                String name = Oracle.name(TollProcessing.VEHICLE_TABLE.name(), segment);
                if (!(found.values().get(name) instanceof Cell cell
                        && segments[segment].allows(cell))) {
                    throw found.differs(name, segments[segment]);
                }
            }
        }
    }

    /** One function with the vehicles, a ring of speeds and their sum. */
    private static final class PlainTolls extends KeyedProcessFunction<Integer, Access, Answer> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Cell> vehicles;
        private transient MapState<Integer, Integer> ring;
        private transient ValueState<Long> added;
        private transient ValueState<Long> sum;

        @Override
        public void open(OpenContext context) {
            vehicles =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("vehicles", Cell.TYPE));
            ring =
                    getRuntimeContext()
                            .getMapState(new MapStateDescriptor<>("ring", Types.INT, Types.INT));
            added = getRuntimeContext().getState(new ValueStateDescriptor<>("added", Types.LONG));
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        @Override
        public void processElement(Access report, Context context, Collector<Answer> out)
                throws Exception {
            Cell before = vehicles.value();
            Cell seen =
                    TollProcessing.seen(
                            before == null ? TollProcessing.VEHICLE_TABLE.initial() : before,
                            (int) report.y());
            vehicles.update(seen);
            long number = present(added.value());
            int slot = (int) (number % RECENT);
            Integer leaves = number < RECENT ? null : ring.get(slot);
            int speed = (int) report.x();
            ring.put(slot, speed);
            added.update(number + 1);
            long speeds = present(sum.value()) + speed - (leaves == null ? 0 : leaves);
            sum.update(speeds);
            out.collect(toll(report, speeds, (int) Math.min(number + 1, RECENT), seen));
        }

        private static long present(@Nullable Long value) {
            return value == null ? 0 : value;
        }
    }
}
