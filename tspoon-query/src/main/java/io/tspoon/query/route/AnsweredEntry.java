/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

/**
 * An entry of an answer.
 *
 * @param key the key
 * @param found whether the key has a value
 * @param value its value; if it has none, the state's initial value or null
 */
@Internal
public record AnsweredEntry(JsonNode key, boolean found, JsonNode value) {}
