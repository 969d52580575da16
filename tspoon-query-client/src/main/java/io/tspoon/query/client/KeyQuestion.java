/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One key, which the server reads without taking a snapshot of the whole t-graph, unless it has no
 * place in an address: there it may be too long, or no UTF-8.
 */
final class KeyQuestion<K, V> extends Question<Optional<V>> {
    /** Servers take 16 KB, proxies half of that; a part of it is before the path, or behind. */
    private static final int LONGEST_PATH = 4 * 1024;

    private final StateTypes<K, V> types;
    private final K key;

    KeyQuestion(StateTypes<K, V> types, K key) {
        this.types = types;
        this.key = key;
    }

    @Override
    Call call(Json json, When when) {
        String parameter = json.key(types, key).toString();
        Call call =
                Call.get("/states/" + Call.encode(types.state()) + "/value")
                        .with("key", parameter)
                        .with(when);
        if (call.path().length() <= LONGEST_PATH
                && StandardCharsets.UTF_8.newEncoder().canEncode(parameter)) {
            return call;
        }
        ObjectNode body = json.object();
        body.putArray("reads").add(read(json));
        return Call.post("/query", body).with(when);
    }

    @Override
    ObjectNode read(Json json) {
        ObjectNode read = json.object();
        read.put("state", types.state());
        read.putArray("keys").add(json.key(types, key));
        return read;
    }

    @Override
    Optional<V> answer(Json json, JsonNode body) {
        JsonNode results = body.get("results");
        return results == null ? json.value(types, body) : part(json, Json.member(results, 0));
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
