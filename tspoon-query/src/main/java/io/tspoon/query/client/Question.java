/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What one wants to know of a state. {@link StateQuery} and {@link Selection} make them; {@link
 * GraphReader} asks them, as often as one likes.
 *
 * @param <T> type of the answer
 */
public abstract class Question<T> {
    Question() {}

    /** The request that asks this question alone. */
    abstract Call call(Json json, When when);

    /** This question as one of several of a request. */
    abstract ObjectNode read(Json json);

    /** The answer out of what the server says to {@link #call}. */
    abstract T answer(Json json, JsonNode body);

    /** The answer out of the part of the server's answer that belongs to {@link #read}. */
    abstract T part(Json json, JsonNode result);
}
