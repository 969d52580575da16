/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The first page of a scan. */
final class PageQuestion<K, V> extends ReadQuestion<Page<K, V>> {
    private final StateTypes<K, V> types;
    private final Selection<K, ?> selection;
    private final int limit;

    PageQuestion(StateTypes<K, V> types, Selection<K, ?> selection, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "[TSP-5104] Cannot ask for a page: it has no room, limit="
                            + limit
                            + ". Give at least 1.");
        }
        this.types = types;
        this.selection = selection;
        this.limit = limit;
    }

    @Override
    ObjectNode read(Json json) {
        json.requireWholeKeys(types);
        ObjectNode read = json.object();
        read.put("state", types.state());
        read.set("scan", selection.scan(json, limit));
        return read;
    }

    @Override
    Page<K, V> part(Json json, JsonNode result) {
        return page(types, limit, json, result);
    }

    @Override
    public String toString() {
        return "page of " + limit + " of " + selection;
    }

    private static <K, V> Page<K, V> page(
            StateTypes<K, V> types, int limit, Json json, JsonNode result) {
        List<Entry<K, V>> entries = new ArrayList<>();
        for (JsonNode entry : Json.member(result, "entries")) {
            entries.add(json.entry(types, entry));
        }
        JsonNode token = result.path("nextPageToken");
        return new Page<>(
                entries,
                token.isTextual()
                        ? Optional.of(new Next<>(types, limit, token.textValue()))
                        : Optional.empty());
    }

    /** A later page; the token says of which scan. */
    private static final class Next<K, V> extends Question<Page<K, V>> {
        private final StateTypes<K, V> types;
        private final int limit;
        private final String token;

        Next(StateTypes<K, V> types, int limit, String token) {
            this.types = types;
            this.limit = limit;
            this.token = token;
        }

        @Override
        Call call(Json json, When when) {
            ObjectNode body = json.object();
            body.put("pageToken", token);
            body.put("limit", limit);
            return Call.post("/states/" + Call.encode(types.state()) + "/scan", body);
        }

        @Override
        ObjectNode read(Json json) {
            throw new IllegalArgumentException(
                    "[TSP-5105] Cannot ask for a next page together with others: it has a snapshot"
                            + " already, state="
                            + types.state()
                            + ". Ask it alone.");
        }

        @Override
        Page<K, V> answer(Json json, JsonNode body) {
            return page(types, limit, json, body);
        }

        @Override
        Page<K, V> part(Json json, JsonNode result) {
            return answer(json, result);
        }

        @Override
        public String toString() {
            return "next page of " + limit + " of " + types.state();
        }
    }
}
