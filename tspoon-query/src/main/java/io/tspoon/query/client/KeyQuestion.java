/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.Optional;

/** One key, which the server reads without taking a snapshot of the whole t-graph. */
final class KeyQuestion<K, V> extends Question<Optional<V>> {
    private final StateTypes<K, V> types;
    private final K key;

    KeyQuestion(StateTypes<K, V> types, K key) {
        this.types = types;
        this.key = key;
    }

    @Override
    Call call(Json json, When when) {
        String parameter = json.write(types.key(), key).toString();
        return Call.get("/states/" + Call.encode(types.state()) + "/value")
                .with("key", parameter)
                .with(when);
    }

    @Override
    ObjectNode read(Json json) {
        ObjectNode read = json.object();
        read.put("state", types.state());
        read.putArray("keys").add(json.write(types.key(), key));
        return read;
    }

    @Override
    Optional<V> answer(Json json, JsonNode body) {
        return json.value(types, body);
    }

    @Override
    Optional<V> part(Json json, JsonNode result) {
        return json.value(types, Json.member(Json.member(result, "entries"), 0));
    }

    @Override
    public String toString() {
        return types.state() + "[" + key + "]";
    }
}
