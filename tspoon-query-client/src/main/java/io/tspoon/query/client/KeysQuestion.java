/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several keys of a state. */
final class KeysQuestion<K, V> extends ReadQuestion<Map<K, V>> {
    private final StateTypes<K, V> types;
    private final List<K> keys;

    KeysQuestion(StateTypes<K, V> types, List<K> keys) {
        this.types = types;
        this.keys = keys;
    }

    @Override
    ObjectNode read(Json json) {
        ObjectNode read = json.object();
        read.put("state", types.state());
        ArrayNode array = read.putArray("keys");
        keys.forEach(key -> array.add(json.key(types, key)));
        return read;
    }

    @Override
    Map<K, V> part(Json json, JsonNode result) {
        JsonNode entries = Json.member(result, "entries");
        if (entries.size() != keys.size()) {
            throw new UnexpectedAnswer(
                    entries.size() + " entries for " + keys.size() + " keys", entries);
        }
        Map<K, V> values = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            K key = keys.get(i);
            json.value(types, entries.get(i)).ifPresent(value -> values.put(key, value));
        }
        return Collections.unmodifiableMap(values);
    }

    @Override
    public String toString() {
        return types.state() + keys;
    }
}
