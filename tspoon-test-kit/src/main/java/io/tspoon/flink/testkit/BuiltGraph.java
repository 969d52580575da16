/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.testkit;

import io.tspoon.runtime.close.CloseOperatorFactory;
import io.tspoon.runtime.close.ClosePlan;
import io.tspoon.runtime.open.OpenOperatorFactory;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.runtime.state.StateOperatorFactory;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A t-graph as a program has built it: the plans of its operators. They are copies, made in the way
 * in which Flink ships them, so a function is not the object that the program has made.
 *
 * @param open of the open operator
 * @param states of the stateful operators; each comes after those that send to it
 * @param close of the close operator
 * @param input what precedes the open operator
 */
@Internal
public record BuiltGraph(
        OpenPlan<?> open,
        List<StateOperatorPlan<?, ?, ?, ?>> states,
        ClosePlan<?> close,
        Transformation<?> input) {

    /** The t-graph whose results are the stream; null if they are not those of a t-graph. */
    public static @Nullable BuiltGraph of(DataStream<?> results) {
        Transformation<?> last = results.getTransformation();
        if (!(factory(last) instanceof CloseOperatorFactory<?> closing)) {
            return null;
        }
        Gathering gathering = new Gathering();
        gathering.gather(last);
        OneInputTransformation<?, ?> open = Objects.requireNonNull(gathering.open, "no open");
        return new BuiltGraph(
                Objects.requireNonNull(Shipping.copy("the open operator", gathering.openPlan)),
                List.copyOf(gathering.states),
                Shipping.copy("the close operator", closing.plan()),
                open.getInputs().get(0));
    }

    private static @Nullable StreamOperatorFactory<?> factory(Transformation<?> transformation) {
        return transformation instanceof OneInputTransformation<?, ?> vertex
                ? vertex.getOperatorFactory()
                : null;
    }

    /** Visits the vertices of a t-graph from its end on; those that send come first. */
    private static final class Gathering {
        private final Set<Transformation<?>> seen =
                Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<StateOperatorPlan<?, ?, ?, ?>> states = new ArrayList<>();
        private @Nullable OneInputTransformation<?, ?> open;
        private @Nullable OpenPlan<?> openPlan;

        void gather(Transformation<?> vertex) {
            if (!seen.add(vertex)) {
                return;
            }
            StreamOperatorFactory<?> factory = factory(vertex);
            if (factory instanceof OpenOperatorFactory<?> opening) {
                open = (OneInputTransformation<?, ?>) vertex;
                openPlan = opening.plan();
                return;
            }
            vertex.getInputs().forEach(this::gather);
            if (factory instanceof StateOperatorFactory<?, ?, ?, ?> stateful) {
                states.add(Shipping.copy("state " + stateful.plan().name(), stateful.plan()));
            }
        }
    }
}
