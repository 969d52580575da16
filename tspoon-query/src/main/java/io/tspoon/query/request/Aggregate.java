/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import io.tspoon.index.IndexRange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts, sums, minima and maxima over the entries that pass a range and a filter. Immutable. */
@Internal
public final class Aggregate {
    /** Names of the fields of an aggregate. */
    public static final Set<String> FIELDS = Set.of("keys", "filter", "compute", "explain");

    private static final int MAX_COMPUTATIONS = 100;

    private final ObjectNode json;
    private final KeyRange range;
    private final EntryFilter filter;
    private final boolean explained;
    private final EntryTypes types;
    private final List<Computation> computations = new ArrayList<>();

    private Aggregate(ObjectNode json, Fields fields, EntryTypes types) {
        this.json = json;
        range = KeyRange.of(fields.node("keys"), types.key());
        JsonNode condition = fields.node("filter");
        filter = condition == null ? EntryFilter.ALL : EntryFilter.of(condition, types);
        explained = fields.flag("explain", false);
        this.types = types;
        JsonNode compute = fields.required("compute");
        if (!compute.isObject() || compute.isEmpty() || compute.size() > MAX_COMPUTATIONS) {
            throw Fields.invalid(
                    "compute is no object with 1 to " + MAX_COMPUTATIONS + " computations");
        }
        for (Map.Entry<String, JsonNode> entry : compute.properties()) {
            computations.add(Computation.of(entry.getKey(), entry.getValue(), types));
        }
    }

    /** Reads an aggregate for merging only, without checking its constants. */
    public static Aggregate of(JsonNode json) {
        return of(json, EntryTypes.UNKNOWN);
    }

    /**
     * Reads an aggregate. Ignores fields that are not its own; they must have been checked before.
     */
    public static Aggregate of(JsonNode json, EntryTypes types) {
        if (!(json instanceof ObjectNode object)) {
            throw Fields.invalid("aggregate is no JSON object");
        }
        ObjectNode own = object.deepCopy().retain(FIELDS);
        return new Aggregate(own, Fields.of("aggregate", own, FIELDS), types);
    }

    /** The same where the types of the entries are known, which checks its constants. */
    public Aggregate typed(EntryTypes types) {
        return of(json, types);
    }

    /** The aggregate as JSON. */
    public ObjectNode json() {
        return json;
    }

    /** Whether the answer is to say how its entries were found. */
    public boolean isExplained() {
        return explained;
    }

    /** In which ranges of an index by key the keys are. */
    public List<IndexRange> keyRanges() {
        return IndexRange.union(List.of(range.range(types.key())));
    }

    /** In which ranges parts of the entries are, by their pointers. */
    public Map<String, List<IndexRange>> ranges() {
        return FilterRanges.of(json.get("filter"), types);
    }

    public boolean inRange(JsonNode key) {
        return range.contains(key);
    }

    /** New totals that contain no entry yet. */
    public Totals totals() {
        return new Totals(computations, filter);
    }
}
