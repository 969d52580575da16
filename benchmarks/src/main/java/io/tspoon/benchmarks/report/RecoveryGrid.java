/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;

/** How long restarts took, by what was in the log. */
final class RecoveryGrid {
    private RecoveryGrid() {}

    /** A row for each configuration. */
    static Grid of(JsonNode report) {
        Grid grid =
                new Grid(
                        "recovery",
                        "in log",
                        "MB",
                        "accounts",
                        "ms",
                        "min",
                        "max",
                        "transactions/s",
                        "first new, ms");
        for (JsonNode one : report.path("configurations")) {
            JsonNode recovery = one.path("recovery");
            JsonNode ms = recovery.path("ms");
            JsonNode rate = recovery.path("transactions_per_s");
            grid.add(
                    List.of(
                            one.path("name").asText(),
                            Sections.text("%,.0f", recovery.path("transactions")),
                            Sections.megabytes(recovery.path("log_bytes")),
                            Sections.text("%,.0f", recovery.path("accounts")),
                            Sections.text("%,.0f", ms, "median", 1),
                            Sections.text("%,.0f", ms, "min", 1),
                            Sections.text("%,.0f", ms, "max", 1),
                            Sections.text("%,.0f", rate, "median", 1),
                            Sections.text("%,.0f", recovery.path("first_new_ms"), "median", 1)));
        }
        return grid;
    }
}
