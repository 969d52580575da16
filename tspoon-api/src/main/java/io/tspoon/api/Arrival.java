/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.call.Procedure;
import io.tspoon.flink.EntranceVertices;
import io.tspoon.runtime.plan.BatchPlan;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.runtime.plan.InputSpread;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * What is to come into a t-graph by one entrance.
 *
 * @param <T> type of the elements
 */
sealed interface Arrival<T> permits StreamArrival, RequestArrival {
    /** Name of the entrance; empty if it has none. */
    String entrance();

    /** The environment of the job that it belongs to. */
    StreamExecutionEnvironment environment();

    /** Type of the elements inside the t-graph. */
    TypeInformation<T> type();

    /**
     * Gives the key of an element's transaction; null if there are no keys, or they come with the
     * elements.
     */
    @Nullable KeySelector<T, String> transactionKey();

    /** Whether it fits the t-graph. */
    void check(GraphSettings settings, boolean kryoAllowed);

    /** Whether a log has to know the elements by their content. */
    boolean isByContent(GraphSettings settings);

    /** Opens the t-graph, which it is the first to come into. */
    GraphBuilder.Opened<T> open(GraphBuilder.Opening opening);

    /**
     * Makes the entrance.
     *
     * @param spread of what came before
     * @param written writes elements as the log digests them
     * @return the spread of the inputs now
     */
    InputSpread enter(
            EntranceVertices vertices,
            GraphSettings settings,
            InputSpread spread,
            TypeSerializer<T> written);

    /**
     * How its elements become batches; empty if they do not.
     *
     * @param number of the entrance
     * @param spread which coordinator gets which element
     * @param elements serializer of the elements
     */
    default Optional<BatchPlan> batches(
            int number, InputSpread spread, TypeSerializer<T> elements) {
        return Optional.empty();
    }

    /** The procedure whose calls come; empty if these are no calls. */
    Optional<Procedure> procedure();
}
