/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.types.ValueTypes;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.runtime.entrance.EnteredSerializer;
import io.tspoon.runtime.plan.Entered;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.Outlet;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The streams whose elements come into a t-graph, each by an entrance with a name. Each element
 * brings the number of its entrance with it, and goes on from there.
 */
final class NamedInputs extends Inputs<Entered<Object>> {
    private final StreamExecutionEnvironment environment;
    private final GraphSettings settings;
    private final EntranceVertices entrances;
    private final List<Arrival<?>> arrivals = new ArrayList<>();
    private final List<TypeSerializer<Object>> serializers = new ArrayList<>();
    private final List<List<Outlet>> outlets = new ArrayList<>();

    /** That of the last input; of all, if a log knows elements by their content. */
    private InputSpread spread = InputSpread.ANY;

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
    @SuppressWarnings("unchecked") // each entrance is only given its own elements
    <T> StreamNode<T> add(GraphBuilder builder, Arrival<T> arrival) {
        EntranceChecks.check(environment, settings, arrival, arrivals);
        TypeInformation<T> type = ValueTypes.of(arrival.input().getType());
        TypeSerializer<T> serializer = Functions.serializer(environment, type);
        spread = Spread.ofSeveral(settings, arrival);
        entrances.add(
                arrival.entrance(),
                Spread.spread(
                        arrival.input(),
                        spread,
                        new EnteringSerializer<>(arrivals.size(), serializer)),
                type);
        arrivals.add(arrival);
        serializers.add((TypeSerializer<Object>) serializer);
        List<Outlet> taken = new ArrayList<>();
        outlets.add(taken);
        return new StreamNode<>(builder, type, List.of(taken));
    }

    @Override
    List<String> names() {
        return arrivals.stream().map(Arrival::entrance).toList();
    }

    @Override
    OpenPlan<Entered<Object>> close(
            List<StateColumns> states, TypeSerializer<?> elementSerializer) {
        vertices().open(entrances.unite());
        return new OpenPlan<>(
                settings,
                GraphVertices.router(),
                new EnteredSerializer(serializers),
                transactionKey(),
                List.of(new Outlet.ByEntry(List.copyOf(serializers), List.copyOf(outlets))),
                List.copyOf(states),
                elementSerializer,
                spread,
                names());
    }

    /** Gives the key that the entrance gives; null if none gives any. */
    @SuppressWarnings("unchecked") // each entrance is only given its own elements
    private @Nullable KeySelector<Entered<Object>, String> transactionKey() {
        List<KeySelector<Object, String>> byEntrance = new ArrayList<>();
        for (Arrival<?> arrival : arrivals) {
            KeySelector<?, String> selector = arrival.transactionKey();
            byEntrance.add(selector == null ? any -> "" : (KeySelector<Object, String>) selector);
        }
        return arrivals.stream().allMatch(arrival -> arrival.transactionKey() == null)
                ? null
                : new Keys(byEntrance);
    }

    private record Keys(List<KeySelector<Object, String>> byEntrance)
            implements KeySelector<Entered<Object>, String>, Serializable {
        @Override
        public String getKey(Entered<Object> entered) throws Exception {
            return byEntrance.get(entered.entry()).getKey(entered.element());
        }
    }
}
