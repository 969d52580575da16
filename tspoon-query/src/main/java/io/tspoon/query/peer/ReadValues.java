/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The values of keys.
 *
 * @param results for each instance the values of its keys, in their order
 * @param newest highest timestamp among the values
 */
@Internal
public record ReadValues(List<List<KeyValue>> results, long newest) {
    /**
     * The value of a key.
     *
     * @param found whether the key has a value
     * @param value the value; if the key has none, the state's initial value or null
     */
    public record KeyValue(boolean found, JsonNode value) {}

    /** The failure if there are not as many values as keys. */
    public static QueryException ofAnotherVersion() {
        return new QueryException(
                FailureReason.MOVED,
                "[TSP-4115] Cannot read keys: a server of another version has answered.");
    }
}
