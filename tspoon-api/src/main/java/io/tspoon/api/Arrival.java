/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.GraphSettings;

import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose elements are to come into a t-graph.
 *
 * @param entrance name of the entrance by which they come; empty if it has none
 * @param input the stream
 * @param transactionKey gives the key of an element's transaction; null if there are no keys
 * @param ordered whether elements that come from one subtask of the stream to one coordinator must
 *     take effect in their order
 */
record Arrival<T>(
        String entrance,
        DataStream<T> input,
        @Nullable KeySelector<T, String> transactionKey,
        boolean ordered) {
    /** Checks whether the stream fits the t-graph. */
    void check(GraphSettings settings, boolean kryoAllowed) {
        String graph = settings.graph();
        GraphChecks.checkOrder(settings, ordered);
        GraphTypes.checkInput(input.getExecutionEnvironment(), graph, input.getType(), kryoAllowed);
        FunctionChecks.clean(
                input.getExecutionEnvironment(),
                graph,
                "openTransaction",
                "transaction key",
                transactionKey);
    }

    /** Whether a log has to know the elements by their content. */
    boolean isByContent(GraphSettings settings) {
        return settings.regime().isLogged() && transactionKey == null;
    }
}
