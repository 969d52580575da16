/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

import java.util.Comparator;
import java.util.Set;

/** A list of entries: range, filter, projection, order and limit. Immutable. */
@Internal
public final class Scan {
    /** Names of the fields of a scan. */
    public static final Set<String> FIELDS = Set.of("keys", "filter", "project", "limit", "order");

    private static final int DEFAULT_LIMIT = 100;

    private final ObjectNode json;
    private final JsonOrder keyOrder;
    private final KeyRange range;
    private final EntryFilter filter;
    private final Projection projection;
    private final int limit;
    private final boolean descending;

    private Scan(ObjectNode json, Fields fields, int highestLimit, EntryTypes types) {
        this.json = json;
        keyOrder = JsonOrder.of(types.key());
        range = KeyRange.of(fields.node("keys"), types.key());
        JsonNode condition = fields.node("filter");
        filter = condition == null ? EntryFilter.ALL : EntryFilter.of(condition, types);
        projection = Projection.of(fields);
        limit = fields.count("limit", Math.min(DEFAULT_LIMIT, highestLimit), highestLimit);
        String order = fields.text("order", "asc");
        descending = order.equals("desc");
        if (!descending && !order.equals("asc")) {
            throw Fields.invalid("order is neither asc nor desc");
        }
    }

    /** Reads a scan only to pass it on, without checking its constants. */
    public static Scan of(JsonNode json, int highestLimit) {
        return of(json, highestLimit, EntryTypes.UNKNOWN);
    }

    /** Reads a scan. Ignores fields that are not its own; they must have been checked before. */
    public static Scan of(JsonNode json, int highestLimit, EntryTypes types) {
        if (!(json instanceof ObjectNode object)) {
            throw Fields.invalid("scan is no JSON object");
        }
        ObjectNode own = object.deepCopy().retain(FIELDS);
        return new Scan(own, Fields.of("scan", own, FIELDS), highestLimit, types);
    }

    /** The same where the types of the entries are known, which checks its constants. */
    public Scan typed(int highestLimit, EntryTypes types) {
        return of(json, highestLimit, types);
    }

    /** The scan as JSON. */
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

    /** The order in which keys are returned, as far as their types are known here. */
    public Comparator<JsonNode> order() {
        return order(keyOrder);
    }

    /** The order in which keys are returned, given the {@link #keySchema} of another server. */
    public Comparator<JsonNode> order(JsonNode schema) {
        return order(JsonOrder.of(schema));
    }

    private Comparator<JsonNode> order(JsonOrder ofKeys) {
        return descending ? ofKeys.ofKeys().reversed() : ofKeys.ofKeys();
    }

    /** The schema of keys that others need for {@link #order}; a missing node if they need none. */
    public JsonNode keySchema() {
        return keyOrder.schema();
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
