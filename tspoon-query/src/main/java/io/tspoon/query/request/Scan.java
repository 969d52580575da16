/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexRange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A list of entries: range, filter, projection, order and limit. Immutable. */
@Internal
public final class Scan {
    /** Names of the fields of a scan. */
    public static final Set<String> FIELDS =
            Set.of("keys", "filter", "project", "limit", "order", "orderBy", "explain", "nextPage");

    private static final int DEFAULT_LIMIT = 100;

    private final ObjectNode json;
    private final JsonOrder keyOrder;
    private final KeyRange range;
    private final EntryFilter filter;
    private final Projection projection;
    private final int limit;
    private final boolean descending;
    private final boolean explained;
    private final boolean continued;

    /** By what entries are ordered before they are ordered by their keys; null if by keys alone. */
    private final @Nullable Path by;

    private final JsonOrder byOrder;
    private final EntryTypes types;

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
        explained = fields.flag("explain", false);
        continued = fields.flag("nextPage", true);
        by = fields.node("orderBy") == null ? null : Path.of(fields.text("orderBy"));
        byOrder = by == null ? JsonOrder.ASCENDING : JsonOrder.of(types.of(by));
        this.types = types;
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

    /** Whether the answer is to say how its entries were found. */
    public boolean isExplained() {
        return explained;
    }

    /** Whether the client may ask for a page that follows. */
    public boolean isContinued() {
        return continued;
    }

    /** Pointer to the part by which entries are ordered first; null if by keys alone. */
    public @Nullable String orderedBy() {
        return by == null ? null : by.pointer();
    }

    /** In which ranges of an index by key the keys are. */
    public List<IndexRange> keyRanges() {
        return IndexRange.union(List.of(range.range(types.key())));
    }

    /** In which ranges parts of the entries are, by their pointers. */
    public Map<String, List<IndexRange>> ranges() {
        return FilterRanges.of(json.get("filter"), types);
    }

    /** The place of an entry. */
    Place place(JsonNode key, String bytes, JsonNode value) {
        if (by == null) {
            return new Place(key, bytes);
        }
        JsonNode part = by.in(key, value);
        return new Place(key, bytes, part.isMissingNode() ? NullNode.instance : part);
    }

    /** The order in which keys are returned, as far as their types are known here. */
    public Comparator<JsonNode> order() {
        return order(keyOrder);
    }

    private Comparator<JsonNode> order(JsonOrder ofKeys) {
        return descending ? ofKeys.ofKeys().reversed() : ofKeys.ofKeys();
    }

    /** The order in which entries are returned, as far as their types are known here. */
    Comparator<Place> places() {
        return places(keyOrder, byOrder);
    }

    /** The order in which entries are returned, given what another server knows of their types. */
    Comparator<Place> places(JsonNode keySchema, JsonNode bySchema) {
        return places(JsonOrder.of(keySchema), JsonOrder.of(bySchema));
    }

    private Comparator<Place> places(JsonOrder ofKeys, JsonOrder ofParts) {
        Comparator<Place> byKey = Place.order(order(ofKeys));
        return by == null ? byKey : byParts(ofParts).thenComparing(byKey);
    }

    /** The order of what an index gives: that of places, but among equal parts there is none. */
    Comparator<Place> indexed() {
        return by == null ? byKeys() : byParts(byOrder);
    }

    private Comparator<Place> byParts(JsonOrder ofParts) {
        Comparator<Place> ascending = (a, b) -> ofParts.compare(a.first(), b.first());
        return descending ? ascending.reversed() : ascending;
    }

    private Comparator<Place> byKeys() {
        Comparator<Place> ascending = (a, b) -> keyOrder.compare(a.key(), b.key());
        return descending ? ascending.reversed() : ascending;
    }

    /** The schema of the parts that others need for {@link #places}; missing if they need none. */
    JsonNode bySchema() {
        return byOrder.schema();
    }

    /** Where in an index by this order a page begins behind a place. */
    public IndexRange from(Place place) {
        boolean byKey = by == null;
        Object term =
                IndexTerms.of(
                        byKey ? place.key() : place.first(),
                        byKey ? types.key() : types.of(Objects.requireNonNull(by)));
        if (term == null) {
            return IndexRange.ALL;
        }
        return descending
                ? new IndexRange(IndexRange.ALL.from(), true, term, true)
                : new IndexRange(term, true, IndexRange.ALL.to(), true);
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
