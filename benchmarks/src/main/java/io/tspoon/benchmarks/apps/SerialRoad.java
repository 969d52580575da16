/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Linear Road in one operator without parallelism, with all state under one key. What checks need
 * to know it tells a gauge of its own.
 */
final class SerialRoad extends KeyedProcessFunction<Integer, Tick, Answer>
        implements LinearRoad.States {
    private static final long serialVersionUID = 1L;

    private final LinearRoad road;
    private final String meter;
    private final boolean kept;
    private transient MapState<Integer, Long> trips;
    private transient MapState<Integer, Longs> roads;
    private transient MapState<Integer, Longs> segments;
    private transient MapState<Integer, Long> accounts;
    private transient Gauge gauge;
    private transient Map<String, Object> written;
    private transient boolean tells;
    private transient long executed;

    /**
     * @param road says what a report comes to
     * @param meter name of the run's meter
     * @param kept whether what was {@link Executed} is kept
     */
    SerialRoad(LinearRoad road, String meter, boolean kept) {
        this.road = road;
        this.meter = meter;
        this.kept = kept;
    }

    @Override
    public void open(OpenContext context) {
        trips = state(LinearRoad.TRIPS, Types.LONG);
        roads = state(LinearRoad.ROADS, Longs.TYPE);
        segments = state(LinearRoad.SEGMENTS, Longs.TYPE);
        accounts = state(LinearRoad.ACCOUNTS, Types.LONG);
        gauge = Meter.gauge(meter);
        written = new HashMap<>();
    }

    private <V> MapState<Integer, V> state(String name, TypeInformation<V> type) {
        return getRuntimeContext().getMapState(new MapStateDescriptor<>(name, Types.INT, type));
    }

    @Override
    public void processElement(Tick tick, Context context, Collector<Answer> out) {
        boolean isQuestion = Questions.isQuestion(tick);
        tells = kept || isQuestion;
        written.clear();
        Answer answer = LinearRoad.execute(road.report(tick), this);
        if (isQuestion) {
            gauge.keep(Map.copyOf(written));
            out.collect(new Answer(Answer.REJECTED, tick.start())); // which marks nothing
            return;
        }
        if (kept) {
            executed++;
            gauge.keep(
                    new Executed(
                            tick.number(),
                            executed,
                            executed,
                            1,
                            new Oracle.Expected(true, answer.value(), Map.copyOf(written))));
        }
        out.collect(answer);
    }

    @Override
    public <V, O> O apply(
            String state,
            int key,
            V initial,
            BiFunction<ValueAccess<V>, RoadStep, O> function,
            RoadStep step) {
        MapState<Integer, V> values = named(state);
        try {
            V stored = values.get(key);
            Value<V> value = new Value<>(stored == null ? initial : stored);
            O result = function.apply(value, step);
            V after = value.written();
            if (after != null) {
                values.put(key, after);
                if (tells) {
                    written.put(Oracle.name(state, key), after);
                }
            }
            return result;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("Cannot access state, state=" + state, e);
        }
    }

    @SuppressWarnings("unchecked") // as LinearRoad calls it
    private <V> MapState<Integer, V> named(String state) {
        return (MapState<Integer, V>)
                switch (state) {
                    case LinearRoad.TRIPS -> trips;
                    case LinearRoad.ROADS -> roads;
                    case LinearRoad.SEGMENTS -> segments;
                    default -> accounts;
                };
    }
}
