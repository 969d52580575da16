/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.runtime.entrance.EmittedSerializer;
import io.tspoon.runtime.entrance.EnteredSerializer;
import io.tspoon.runtime.entrance.EnteredTypeInfo;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.TimerPlan;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The streams and calls that come into a t-graph, each by an entrance with a name. Each element
 * brings the number of its entrance with it, and goes on from there.
 */
final class NamedInputs extends Inputs<Entered<Object>> {
    private final StreamExecutionEnvironment environment;
    private final GraphSettings settings;
    private final EntranceVertices entrances;
    private final List<Arrival<?>> arrivals = new ArrayList<>();
    private final List<TypeSerializer<Object>> serializers = new ArrayList<>();
    private final List<List<Outlet>> outlets = new ArrayList<>();
    private final List<BatchPlan> batches = new ArrayList<>();

    /** That of the last stream; of all, if a log knows elements by their content. */
    private InputSpread spread = InputSpread.ANY;

    /** Whether one coordinator gets all elements of all streams, and nothing is called. */
    private boolean single = true;

    /** Null if there are no timers. */
    private @Nullable TimedOperators timed;

    NamedInputs(
            StreamExecutionEnvironment environment,
            GraphSettings settings,
            EntranceVertices entrances,
            GraphVertices<Entered<Object>> vertices) {
        super(vertices);
        this.environment = environment;
        this.settings = settings;
        this.entrances = entrances;
    }

    @Override
    void checkTakes(String entrance) {
        EntranceChecks.check(settings.graph(), entrance, names());
    }

    @Override
    void checkTakesCalls(String procedure) {
        CallChecks.checkNew(settings.graph(), procedure, procedures());
        checkTakes(procedure);
    }

    @Override
    void checkTakesTimers(String state) {
        if (names().contains(TimerPlan.ENTRANCE)) {
            throw TimerChecks.entranceTaken(settings.graph(), state);
        }
    }

    @Override
    void time(TimedOperators operators) {
        timed = operators;
    }

    @Override
    @SuppressWarnings("unchecked") // each entrance is only given its own elements
    <T> StreamNode<T> add(GraphBuilder builder, Arrival<T> arrival) {
        EntranceChecks.check(environment, settings, arrival, arrivals);
        TypeSerializer<T> serializer = Functions.serializer(environment, arrival.type());
        spread =
                arrival.enter(
                        entrances,
                        settings,
                        spread,
                        new EnteringSerializer<>(arrivals.size(), serializer));
        single &= spread == InputSpread.SINGLE && arrival.procedure().isEmpty();
        arrival.batches(arrivals.size(), spread, serializer).ifPresent(batches::add);
        arrivals.add(arrival);
        serializers.add((TypeSerializer<Object>) serializer);
        List<Outlet> taken = new ArrayList<>();
        outlets.add(taken);
        return new StreamNode<>(builder, arrival.type(), List.of(taken));
    }

    @Override
    TypeInformation<Entered<Object>> type() {
        EnteredTypeInfo type = new EnteredTypeInfo(() -> {});
        arrivals.forEach(arrival -> type.add(arrival.type()));
        return type;
    }

    @Override
    List<String> names() {
        return arrivals.stream().map(Arrival::entrance).toList();
    }

    @Override
    List<Procedure> procedures() {
        return arrivals.stream().map(Arrival::procedure).flatMap(Optional::stream).toList();
    }

    @Override
    boolean hasBatches() {
        return !batches.isEmpty();
    }

    @Override
    void check(RejectingChecks checks) {
        for (int entrance = 0; entrance < arrivals.size(); entrance++) {
            if (arrivals.get(entrance) instanceof StreamArrival<?> stream) {
                checks.check(stream, outlets.get(entrance));
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // each entrance is only given its own elements
    TriggerPlan triggers(TypeSerializer<Object> emitted) {
        List<TriggerPlan.Target> targets = new ArrayList<>();
        for (int entrance = 0; entrance < arrivals.size(); entrance++) {
            if (isTriggered(entrance)) {
                targets.add(
                        new TriggerPlan.Target(
                                arrivals.get(entrance).entrance(),
                                entrance,
                                (TypeInformation<Object>) arrivals.get(entrance).type(),
                                serializers.get(entrance)));
            }
        }
        if (targets.size() == arrivals.size()) {
            throw new InvalidGraphException(
                    "[TSP-1351] Cannot close t-graph: nothing comes but what is triggered, so"
                            + " nothing ever triggers it, graph="
                            + settings.graph()
                            + ", entrances="
                            + names()
                            + ". Open it for a stream, or for calls.");
        }
        return targets.isEmpty()
                ? TriggerPlan.NONE
                : new TriggerPlan(
                        List.copyOf(targets),
                        new EmittedSerializer(
                                emitted,
                                targets.stream().map(TriggerPlan.Target::name).toList(),
                                targets.stream().map(TriggerPlan.Target::serializer).toList()));
    }

    private boolean isTriggered(int entrance) {
        return arrivals.get(entrance) instanceof TriggerArrival;
    }

    @Override
    OpenPlan<Entered<Object>> close(
            List<StateColumns> states, TypeSerializer<?> elementSerializer, TriggerPlan triggers) {
        vertices().open(entrances.unite(), single);
        followGuarded();
        return new OpenPlan<>(
                settings,
                GraphVertices.router(),
                new EnteredSerializer(serializers),
                transactionKey(),
                List.of(new Outlet.ByEntry(List.copyOf(serializers), List.copyOf(outlets))),
                List.copyOf(states),
                elementSerializer,
                spread,
                names(),
                procedures(),
                false,
                timers(),
                List.copyOf(batches),
                triggers);
    }

    private @Nullable TimerPlan timers() {
        TimedOperators operators = timed;
        return operators == null ? null : operators.plan(names().indexOf(TimerPlan.ENTRANCE));
    }

    private void followGuarded() {
        GuardedAccesses guarded = new GuardedAccesses();
        boolean all = settings.onException() == ExceptionPolicy.ABORT;
        for (int entrance = 0; entrance < arrivals.size(); entrance++) {
            if (all
                    || arrivals.get(entrance).procedure().isPresent()
                    || (isTriggered(entrance) && !procedures().isEmpty())) {
                guarded.follow(outlets.get(entrance));
            }
        }
    }

    /** Gives the key that the entrance gives; null if there are streams, and none gives any. */
    @SuppressWarnings("unchecked") // each entrance is only given its own elements
    private @Nullable KeySelector<Entered<Object>, String> transactionKey() {
        List<KeySelector<Object, String>> byEntrance = new ArrayList<>();
        boolean hasKeys = arrivals.stream().noneMatch(StreamArrival.class::isInstance);
        for (Arrival<?> arrival : arrivals) {
            KeySelector<?, String> selector = arrival.transactionKey();
            hasKeys |= selector != null;
            byEntrance.add(selector == null ? any -> "" : (KeySelector<Object, String>) selector);
        }
        return hasKeys ? new Keys(byEntrance) : null;
    }

    private record Keys(List<KeySelector<Object, String>> byEntrance)
            implements KeySelector<Entered<Object>, String>, Serializable {
        @Override
        public String getKey(Entered<Object> entered) throws Exception {
            return byEntrance.get(entered.entry()).getKey(entered.element());
        }
    }
}
