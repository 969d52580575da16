/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.PublicEvolving;

/**
 * A question about a state. Created by {@link StateQuery} and {@link Selection}; {@link
 * GraphReader} can ask it any number of times.
 *
 * @param <T> type of the answer
 */
@PublicEvolving
public abstract class Question<T> {
    Question() {}

    /** Returns the request that asks this question alone. */
    abstract Call call(Json json, When when);

    /** Returns this question as one of several in a request. */
    abstract ObjectNode read(Json json);

    /** Reads the answer from the server's response to {@link #call}. */
    abstract T answer(Json json, JsonNode body);

    /** Reads the answer from the part of the response that belongs to {@link #read}. */
    abstract T part(Json json, JsonNode result);
}
