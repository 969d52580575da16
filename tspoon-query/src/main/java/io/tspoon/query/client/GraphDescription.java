/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * A t-graph and its states.
 *
 * @param job id of its job
 * @param name of the t-graph
 * @param ready whether all of it can be read at the moment
 * @param detail what is missing, in words; empty if it is ready
 * @param states of the t-graph
 */
public record GraphDescription(
        String job, String name, boolean ready, String detail, List<State> states) {

    /**
     * A state.
     *
     * @param name of the state
     * @param parallelism number of its instances
     * @param readyInstances how many of them can be read at the moment
     * @param keys number of keys that have a value, roughly; empty if it is not known
     * @param keySchema JSON schema of the keys
     * @param valueSchema JSON schema of the values
     * @param constraint integrity constraint in words; empty if there is none
     * @param retention how far back {@link Consistency#at} reaches
     */
    public record State(
            String name,
            int parallelism,
            int readyInstances,
            OptionalLong keys,
            JsonNode keySchema,
            JsonNode valueSchema,
            String constraint,
            Duration retention) {}
}
