/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.flink.Functions;
import io.tspoon.flink.GraphVertices;
import io.tspoon.flink.LoadInput;
import io.tspoon.runtime.close.ClosePlan;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.TriggerPlan;
import io.tspoon.runtime.result.TransactionResultTypeInfo;
import io.tspoon.runtime.shape.StateOperatorPlan;
import io.tspoon.transaction.ReturnedInputs;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The streams and calls that come into one t-graph, while it is built.
 *
 * @param <I> type of the elements as the open operator gets them
 */
abstract sealed class Inputs<I> permits SoleInput, NamedInputs {
    private final GraphVertices<I> vertices;

    Inputs(GraphVertices<I> vertices) {
        this.vertices = vertices;
    }

    GraphVertices<I> vertices() {
        return vertices;
    }

    /**
     * Refuses another stream if none can come by an entrance of this name.
     *
     * @param entrance name of the entrance; empty if it has none
     */
    abstract void checkTakes(String entrance);

    /** Refuses a procedure if its calls cannot come. */
    abstract void checkTakesCalls(String procedure);

    /**
     * Refuses timers if they cannot come.
     *
     * @param state whose they are
     */
    abstract void checkTakesTimers(String state);

    /** Some operators have timers, which come. */
    abstract void time(TimedOperators operators);

    /** Adds an input, which is taken. Returns the stream of its elements inside the t-graph. */
    abstract <T> StreamNode<T> add(GraphBuilder builder, Arrival<T> arrival);

    /** The type of the elements as the open operator gets them. */
    abstract TypeInformation<I> type();

    /** The names of the entrances, by number; empty if there is one without a name. */
    abstract List<String> names();

    /**
     * What is triggered.
     *
     * @param emitted writes the elements that leave the t-graph
     */
    abstract TriggerPlan triggers(TypeSerializer<Object> emitted);

    /** What can be called, in the order of the entrances. */
    abstract List<Procedure> procedures();

    /** Whether elements come in batches by any entrance. */
    abstract boolean hasBatches();

    /** Checks entrances with batches whose elements may be rejected. */
    abstract void check(RejectingChecks checks);

    /** No stream comes any more: makes the plan of the open operator, whose vertex is added. */
    abstract OpenPlan<I> close(
            List<StateColumns> states, TypeSerializer<?> elementSerializer, TriggerPlan triggers);

    /** How results give elements back; null if they do not. */
    @SuppressWarnings("unchecked") // is only given elements of this type
    @Nullable InputColumn column(StreamExecutionEnvironment environment, ReturnedInputs returned) {
        return returned == ReturnedInputs.NONE
                ? null
                : new InputColumn(
                        (TypeSerializer<Object>) Functions.serializer(environment, type()),
                        names());
    }

    /** Closes the t-graph. */
    <T> DataStream<TransactionResult<T>> close(
            List<StateColumns> columns,
            List<StateOperatorPlan<?, ?, ?, ?>> states,
            List<LoadInput<?>> loads,
            ClosePlan<T> closePlan,
            TriggerPlan triggers,
            TransactionResultTypeInfo<T> resultType) {
        OpenPlan<I> openPlan = close(columns, closePlan.elementSerializer(), triggers);
        return vertices.close(openPlan, states, loads, closePlan, resultType);
    }
}
