/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.SizeLimit;
import io.tspoon.query.request.ReadPlan;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * Totals over the entries of a state.
 *
 * @param state name of the state
 * @param totals the totals by name
 * @param plan how the entries were found; null if that was not asked for
 */
@Internal
public record TotalsResult(String state, Map<String, JsonNode> totals, @Nullable ReadPlan plan)
        implements ReadResult {
    /** Totals of which nobody asked how their entries were found. */
    public TotalsResult(String state, Map<String, JsonNode> totals) {
        this(state, totals, null);
    }

    private static final int AROUND_TOTALS = "{\"state\":\"\",\"values\":}".length();

    @Override
    public long bytes() {
        return AROUND_TOTALS + state.length() + SizeLimit.sizeOf(totals);
    }
}
