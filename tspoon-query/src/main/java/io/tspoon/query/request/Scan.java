/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.Comparator;
import java.util.Set;

/** A list of entries: range, filter, projection, order and number. Immutable. */
public final class Scan {
    /** Names of the fields of a scan. */
    public static final Set<String> FIELDS = Set.of("keys", "filter", "project", "limit", "order");

    private static final int DEFAULT_LIMIT = 100;

    private final ObjectNode json;
    private final KeyRange range;
    private final Filter filter;
    private final Projection projection;
    private final int limit;
    private final boolean descending;

    private Scan(ObjectNode json, Fields fields, int highestLimit) {
        this.json = json;
        range = KeyRange.of(fields.node("keys"));
        JsonNode condition = fields.node("filter");
        filter = condition == null ? Filter.ALL : Filter.of(condition);
        projection = Projection.of(fields);
        limit = fields.count("limit", Math.min(DEFAULT_LIMIT, highestLimit), highestLimit);
        String order = fields.text("order", "asc");
        descending = order.equals("desc");
        if (!descending && !order.equals("asc")) {
            throw Fields.invalid("order is neither asc nor desc");
        }
    }

    /** Reads a scan; fields of others are passed over, they must have been checked before. */
    public static Scan of(JsonNode json, int highestLimit) {
        if (!(json instanceof ObjectNode object)) {
            throw Fields.invalid("scan is no JSON object");
        }
        ObjectNode own = object.deepCopy().retain(FIELDS);
        return new Scan(own, Fields.of("scan", own, FIELDS), highestLimit);
    }

    /** As it was read. */
    public ObjectNode json() {
        return json;
    }

    /** The same with another limit. */
    public Scan withLimit(int newLimit) {
        return of(json.deepCopy().put("limit", newLimit), newLimit);
    }

    public int limit() {
        return limit;
    }

    public boolean descending() {
        return descending;
    }

    /** The order in which keys are returned. */
    public Comparator<JsonNode> order() {
        return descending ? JsonOrder.OF_KEYS.reversed() : JsonOrder.OF_KEYS;
    }

    public boolean inRange(JsonNode key) {
        return range.contains(key);
    }

    public boolean accepts(JsonNode key, JsonNode value) {
        return filter.test(key, value);
    }

    public JsonNode project(JsonNode key, JsonNode value) {
        return projection.apply(key, value);
    }
}
