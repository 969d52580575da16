/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;

/** What readers got beside transfers at full rate. */
final class ReadsGrid {
    private ReadsGrid() {}

    /** A row for each configuration with readers beside it; empty if there is none. */
    static Grid of(JsonNode report) {
        Grid grid = new Grid("reads beside", "per second", "min", "max", "p50, ms", "p99, ms");
        for (JsonNode one : report.path("configurations")) {
            JsonNode reads = one.path("reads");
            if (reads.isObject()) {
                JsonNode rate = reads.path("per_s");
                grid.add(
                        List.of(
                                one.path("name").asText(),
                                Sections.text("%,.0f", rate, "median", 1),
                                Sections.text("%,.0f", rate, "min", 1),
                                Sections.text("%,.0f", rate, "max", 1),
                                Sections.text("%.3f", reads.path("p50_ms"), "median", 1),
                                Sections.text("%.3f", reads.path("p99_ms"), "median", 1)));
            }
        }
        return grid;
    }
}
