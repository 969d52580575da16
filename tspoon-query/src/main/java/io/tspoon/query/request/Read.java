/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/**
 * One read of a request: lookups of keys, a scan or an aggregate of one state. Exactly one of
 * {@code keys}, {@code scan} and {@code aggregate} is set.
 *
 * @param state name of the state
 * @param keys keys to look up; null for another kind of read
 * @param projection projection of the values of keys
 * @param scan the scan; null for another kind of read
 * @param aggregate the aggregate; null for another kind of read
 */
@Internal
public record Read(
        String state,
        @Nullable List<JsonNode> keys,
        Projection projection,
        @Nullable Scan scan,
        @Nullable Aggregate aggregate) {
    private static final Set<String> FIELDS =
            Set.of("state", "keys", "project", "scan", "aggregate");

    /** Reads one element of {@code reads}. */
    public static Read of(JsonNode json, int maxEntries) {
        Fields fields = Fields.of("read", json, FIELDS);
        int kinds =
                (json.has("keys") ? 1 : 0)
                        + (json.has("scan") ? 1 : 0)
                        + (json.has("aggregate") ? 1 : 0);
        if (kinds != 1) {
            throw Fields.invalid("read is not exactly one of keys, scan, aggregate");
        }
        if (json.has("project") && !json.has("keys")) {
            throw Fields.invalid("read has project without keys; put it into scan");
        }
        JsonNode scan = fields.node("scan");
        JsonNode aggregate = fields.node("aggregate");
        if (scan != null) {
            Fields.of("scan", scan, Scan.FIELDS);
        }
        if (aggregate != null) {
            Fields.of("aggregate", aggregate, Aggregate.FIELDS);
        }
        return new Read(
                fields.text("state"),
                json.has("keys") ? fields.list("keys", key -> key) : null,
                Projection.of(fields),
                scan == null ? null : Scan.of(scan, maxEntries),
                aggregate == null ? null : Aggregate.of(aggregate));
    }

    /** A lookup of keys that returns whole values. */
    public static Read ofKeys(String state, List<JsonNode> keys) {
        return new Read(state, keys, Projection.WHOLE, null, null);
    }
}
