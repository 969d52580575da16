/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.Map;

/**
 * The totals of some of the entries.
 *
 * @param values the totals by name; without any value sums are 0 and extremes are null
 * @param schemas what others need to merge extremes, by name of the total; empty if they need
 *     nothing
 * @param plan how the entries were found
 */
@Internal
public record PartialTotals(
        Map<String, JsonNode> values, Map<String, JsonNode> schemas, ReadPlan plan) {
    /** The same, found by another plan. */
    public PartialTotals by(ReadPlan other) {
        return new PartialTotals(values, schemas, other);
    }
}
