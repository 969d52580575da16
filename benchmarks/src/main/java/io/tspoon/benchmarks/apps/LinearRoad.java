/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.transaction.AccessMode;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Linear Road's toll query with its real rules: a report goes from its vehicle to the road, if
 * accidents matter, to its segment, and to the account of the vehicle, if it is from a new segment.
 *
 * <p>Reports must be executed in the order in which they come: PL4, and one source.
 *
 * @param traffic what is reported
 */
record LinearRoad(RoadTraffic traffic) implements Application {
    static final String TRIPS = "trips";
    static final String ROADS = "roads";
    static final String SEGMENTS = "segments";
    static final String ACCOUNTS = "accounts";

    private static final long VERIFIED_REPORTS = 100_000;

    /** Each asks for a vehicle, its account, and a road and a segment of its expressway. */
    private static final int QUESTIONS = 1_000;

    /** So few vehicles that many minutes go by. */
    @Override
    public Application verified() {
        return new LinearRoad(new RoadTraffic(1, 2_000));
    }

    @Override
    public long verifiedEvents() {
        return VERIFIED_REPORTS;
    }

    @Override
    public DataStream<TransactionResult<Answer>> transactions(TransactionalStream<Tick> events) {
        MapFunction<Tick, RoadStep> toReport = this::report;
        TransactionalStream<RoadStep> followed =
                events.map(toReport, RoadStep.TYPE)
                        .keyBy(RoadStep::vehicle, Types.INT)
                        .apply(
                                StateSpec.named(TRIPS, Types.INT, Types.LONG)
                                        .initialValue(RoadRules.NO_TRIP),
                                (trip, step, transaction) ->
                                        transaction.emit(RoadRules.follow(trip, step)),
                                RoadStep.TYPE);
        TransactionalStream<RoadStep> warned =
                followed.filter(RoadStep::concernsRoad)
                        .keyBy(RoadStep::road, Types.INT)
                        .apply(
                                StateSpec.named(ROADS, Types.INT, Longs.TYPE)
                                        .initialValue(Longs.NONE),
                                step -> step.changesRoad() ? AccessMode.UPDATE : AccessMode.READ,
                                (road, step, transaction) ->
                                        transaction.emit(RoadRules.warn(road, step)),
                                RoadStep.TYPE);
        TransactionalStream<RoadStep> assessed =
                followed.filter(step -> !step.concernsRoad())
                        .union(warned)
                        .keyBy(RoadStep::segment, Types.INT)
                        .apply(
                                StateSpec.named(SEGMENTS, Types.INT, Longs.TYPE)
                                        .initialValue(Longs.NONE),
                                (segment, step, transaction) ->
                                        transaction.emit(RoadRules.assess(segment, step)),
                                RoadStep.TYPE);
        return assessed.filter(RoadStep::concernsAccount)
                .keyBy(RoadStep::vehicle, Types.INT)
                .apply(
                        StateSpec.named(ACCOUNTS, Types.INT, Types.LONG).initialValue(0L),
                        (account, step, transaction) ->
                                transaction.emit(RoadRules.enter(account, step)),
                        Answer.TYPE)
                .union(
                        assessed.filter(step -> !step.concernsAccount())
                                .map(RoadStep::nothing, Answer.TYPE))
                .closeTransaction();
    }

    /** The report of an event, or what a question asks for. */
    RoadStep report(Tick tick) {
        return Questions.isQuestion(tick)
                ? question(Questions.index(tick), tick.start())
                : traffic.report(tick);
    }

    private RoadStep question(int index, long start) {
        int vehicle = (int) ((long) index * traffic.vehicles() / QUESTIONS);
        int road = traffic.expressway(vehicle) * 2 + index % 2;
        int mile = index / 2 % RoadStep.SEGMENTS;
        int feet = mile * 5_280;
        return new RoadStep(vehicle, 0, road, 0, feet, 0, RoadStep.QUESTION, 0, 0, start);
    }

    @Override
    public void plain(DataStream<Tick> events, String meter, boolean timed) {
        CountingSink.Counter<Answer> counter =
                timed ? Answer.counter(true) : SerialLeaderboard::count;
        serial(events, meter, false).sinkTo(new CountingSink<>(meter, counter));
    }

    @Override
    public boolean isPlainSerial() {
        return true;
    }

    @Override
    public void plainKept(DataStream<Tick> events, String meter) {
        serial(events, meter, true).sinkTo(new CountingSink<>(meter, SerialLeaderboard::count));
    }

    private DataStream<Answer> serial(DataStream<Tick> events, String meter, boolean kept) {
        return events.keyBy(tick -> 0, Types.INT)
                .process(new SerialRoad(this, meter, kept))
                .returns(Answer.TYPE);
    }

    @Override
    public long questions() {
        return QUESTIONS;
    }

    @Override
    public FinalState finalState(FinalState.Found found) {
        Map<String, Object> initial = new HashMap<>();
        for (int i = 0; i < QUESTIONS; i++) {
            RoadStep asked = question(i, 0);
            initial.put(Oracle.name(TRIPS, asked.vehicle()), RoadRules.NO_TRIP);
            initial.put(Oracle.name(ACCOUNTS, asked.vehicle()), 0L);
            initial.put(Oracle.name(ROADS, asked.road()), Longs.NONE);
            initial.put(Oracle.name(SEGMENTS, asked.segment()), Longs.NONE);
        }
        return new ReplayedState(oracle(), found, initial);
    }

    @Override
    public Oracle oracle() {
        InMemory states = new InMemory();
        return event -> {
            states.written.clear();
            Answer answer = execute(report(new Tick(event, 0)), states);
            return new Oracle.Expected(true, answer.value(), Map.copyOf(states.written));
        };
    }

    /** The four states of whoever executes a report alone. */
    interface States {
        /** Applies a function to the value of a key, and keeps what it has written. */
        <V, O> O apply(
                String state,
                int key,
                V initial,
                BiFunction<ValueAccess<V>, RoadStep, O> function,
                RoadStep step);
    }

    /** What an event comes to, if it is executed alone. */
    static Answer execute(RoadStep report, States states) {
        RoadStep step =
                states.apply(TRIPS, report.vehicle(), RoadRules.NO_TRIP, RoadRules::follow, report);
        if (step.concernsRoad()) {
            step = states.apply(ROADS, step.road(), Longs.NONE, RoadRules::warn, step);
        }
        step = states.apply(SEGMENTS, step.segment(), Longs.NONE, RoadRules::assess, step);
        return step.concernsAccount()
                ? states.apply(ACCOUNTS, step.vehicle(), 0L, RoadRules::enter, step)
                : step.nothing();
    }

    /** States in maps. */
    static final class InMemory implements States {
        private final Map<String, Object> values = new HashMap<>();
        private final Map<String, Object> written = new HashMap<>();

        /** What was written to a key; null if nothing. */
        @Nullable Object value(String state, int key) {
            return values.get(Oracle.name(state, key));
        }

        @Override
        @SuppressWarnings("unchecked") // a key has the value that was written to it
        public <V, O> O apply(
                String state,
                int key,
                V initial,
                BiFunction<ValueAccess<V>, RoadStep, O> function,
                RoadStep step) {
            String name = Oracle.name(state, key);
            Value<V> value = new Value<>((V) values.getOrDefault(name, initial));
            O result = function.apply(value, step);
            if (value.written() != null) {
                V after = Objects.requireNonNull(value.written());
                values.put(name, after);
                written.put(name, after);
            }
            return result;
        }
    }
}
