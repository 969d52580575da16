/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;

/** What changes of the parallelism cost. */
final class ChangesGrid {
    private ChangesGrid() {}

    /** A row for each change in each configuration. */
    static Grid of(JsonNode report) {
        Grid grid =
                new Grid(
                        "change",
                        "state, MB",
                        "silent, ms",
                        "min",
                        "max",
                        "full rate, ms",
                        "min",
                        "max");
        for (JsonNode one : report.path("configurations")) {
            JsonNode elasticity = one.path("elasticity");
            for (JsonNode change : elasticity.path("changes")) {
                JsonNode bytes = elasticity.path("state_bytes");
                JsonNode silent = change.path("silent_ms");
                JsonNode full = change.path("full_rate_ms");
                grid.add(
                        List.of(
                                one.path("name").asText() + ", " + change.path("name").asText(),
                                Sections.megabytes(bytes),
                                Sections.text("%,.0f", silent, "median", 1),
                                Sections.text("%,.0f", silent, "min", 1),
                                Sections.text("%,.0f", silent, "max", 1),
                                Sections.text("%,.0f", full, "median", 1),
                                Sections.text("%,.0f", full, "min", 1),
                                Sections.text("%,.0f", full, "max", 1)));
            }
        }
        return grid;
    }
}
