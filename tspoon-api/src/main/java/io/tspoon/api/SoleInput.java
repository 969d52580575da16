/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.ArrayList;
import java.util.List;

/** The only stream whose elements come into a t-graph. They come as they are. */
final class SoleInput<I> extends Inputs<I> {
    private final GraphSettings settings;
    private final StreamArrival<I> arrival;
    private final InputSpread spread;
    private final List<Outlet> outlets = new ArrayList<>();

    SoleInput(GraphSettings settings, StreamArrival<I> arrival, GraphVertices<I> vertices) {
        super(vertices);
        this.settings = settings;
        this.arrival = arrival;
        this.spread = Spread.ofOne(settings, arrival);
        DataStream<I> input = arrival.input();
        vertices.open(
                Spread.spread(
                        input, spread, Functions.serializer(arrival.environment(), arrival.type())),
                spread == InputSpread.SINGLE);
    }

    StreamNode<I> node(GraphBuilder builder) {
        return new StreamNode<>(builder, arrival.type(), List.of(outlets));
    }

    @Override
    void checkTakes(String entrance) {
        throw refusal();
    }

    @Override
    void checkTakesCalls(String procedure) {
        throw refusal();
    }

    @Override
    void checkTakesTimers(String state) {
        throw TimerChecks.unnamed(settings.graph(), state);
    }

    @Override
    void time(TimedOperators operators) {
        throw refusal();
    }

    @Override
    <T> StreamNode<T> add(GraphBuilder builder, Arrival<T> further) {
        throw refusal();
    }

    private InvalidGraphException refusal() {
        return new InvalidGraphException(
                "[TSP-1017] Cannot open t-graph: it has an input already, which has no name, graph="
                        + settings.graph()
                        + ". Give each of its entrances a name: openTransaction(\"transfers\","
                        + " transfers), openTransaction(\"deposits\", deposits).");
    }

    @Override
    TypeInformation<I> type() {
        return arrival.type();
    }

    @Override
    List<String> names() {
        return List.of();
    }

    @Override
    List<Procedure> procedures() {
        return List.of();
    }

    @Override
    boolean hasBatches() {
        return arrival.batches() != null;
    }

    @Override
    void check(RejectingChecks checks) {
        checks.check(arrival, outlets);
    }

    @Override
    TriggerPlan triggers(TypeSerializer<Object> emitted) {
        return TriggerPlan.NONE;
    }

    @Override
    OpenPlan<I> close(
            List<StateColumns> states, TypeSerializer<?> elementSerializer, TriggerPlan triggers) {
        if (settings.onException() == ExceptionPolicy.ABORT) {
            new GuardedAccesses().follow(outlets);
        }
        TypeSerializer<I> serializer = Functions.serializer(arrival.environment(), arrival.type());
        return new OpenPlan<>(
                settings,
                GraphVertices.router(),
                serializer,
                arrival.transactionKey(),
                outlets,
                List.copyOf(states),
                elementSerializer,
                spread,
                names(),
                procedures(),
                false,
                null,
                arrival.batches(0, spread, serializer).stream().toList(),
                triggers);
    }
}
