/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.PublicEvolving;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Describes a t-graph and its states.
 *
 * @param job id of its job
 * @param name name of the t-graph
 * @param ready whether all of it can be read at the moment
 * @param detail what is missing, in words; empty if it is ready
 * @param states the states of the t-graph
 * @param procedures what can be called
 */
@PublicEvolving
public record GraphDescription(
        String job,
        String name,
        boolean ready,
        String detail,
        List<State> states,
        List<Procedure> procedures) {

    /**
     * Describes a state.
     *
     * @param name name of the state
     * @param parallelism number of its instances
     * @param readyInstances number of instances that can be read at the moment
     * @param keys approximate number of keys that have a value; empty if unknown
     * @param keySchema JSON schema of the keys
     * @param valueSchema JSON schema of the values
     * @param constraint integrity constraint in words; empty if there is none
     * @param retention how far back {@link Consistency#at} reaches, at most; not before the last
     *     start of the job, and less when {@code query-retained-versions} is reached
     */
    @PublicEvolving
    public record State(
            String name,
            int parallelism,
            int readyInstances,
            OptionalLong keys,
            JsonNode keySchema,
            JsonNode valueSchema,
            String constraint,
            Duration retention) {}

    /**
     * Describes a procedure.
     *
     * @param name name of the procedure
     * @param requestSchema JSON schema of its requests
     * @param answerSchema JSON schema of what its transactions emit
     * @param retention how long the outcome of a call is kept, at least; with its key
     */
    @PublicEvolving
    public record Procedure(
            String name, JsonNode requestSchema, JsonNode answerSchema, Duration retention) {}
}
