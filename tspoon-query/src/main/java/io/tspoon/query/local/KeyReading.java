/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonType;
import io.tspoon.query.request.KeyNotation;

import com.fasterxml.jackson.databind.JsonNode;

/** Whether a key is read as what its JSON says. */
final class KeyReading {
    private KeyReading() {}

    /** Whether a key that was read would be written as it was, but for notation. */
    static <K> boolean isExact(JsonType<K> type, JsonNode json, K key) {
        return type.isScalar() || KeyNotation.isSame(json, type.toJson(key), type.schemaView());
    }
}
