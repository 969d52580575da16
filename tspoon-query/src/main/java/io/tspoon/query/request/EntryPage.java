/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Entries of a scan in the order of their places.
 *
 * @param entries at most as many as the scan's limit
 * @param more whether entries follow
 * @param next where the rest begins if it was cut off because of its size; null if it was not
 * @param keySchema what others need for the order of the keys; a missing node if they need nothing
 * @param bySchema what they need for the order of the parts that come before the keys
 * @param plan how the entries were found
 */
@Internal
public record EntryPage(
        List<PlacedEntry> entries,
        boolean more,
        @Nullable Place next,
        JsonNode keySchema,
        JsonNode bySchema,
        ReadPlan plan) {
    /** The same, found by another plan. */
    public EntryPage by(ReadPlan other) {
        return new EntryPage(entries, more, next, keySchema, bySchema, other);
    }

    /** The place of the last entry; null if there is no entry. */
    public @Nullable Place last() {
        return entries.isEmpty() ? null : entries.get(entries.size() - 1).place();
    }
}
