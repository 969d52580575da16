/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.SizeLimit;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.Map;

/**
 * Totals over the entries of a state.
 *
 * @param state name of the state
 * @param totals the totals by name
 */
@Internal
public record TotalsResult(String state, Map<String, JsonNode> totals) implements ReadResult {
    private static final int AROUND_TOTALS = "{\"state\":\"\",\"values\":}".length();

    @Override
    public long bytes() {
        return AROUND_TOTALS + state.length() + SizeLimit.sizeOf(totals);
    }
}
