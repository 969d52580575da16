/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of a state look like.
 *
 * @param key JSON schema of the keys
 * @param value JSON schema of the values
 * @param initialValue the value of keys that have none; null if there is none
 */
@Internal
public record EntrySchemas(JsonNode key, JsonNode value, @Nullable JsonNode initialValue) {}
