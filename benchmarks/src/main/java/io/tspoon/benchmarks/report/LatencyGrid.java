/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Latencies, with the lowest and the highest of several rounds, and how many of them are known. */
final class LatencyGrid {
    private static final double PERCENT = 100;

    private LatencyGrid() {}

    /** A row for each configuration. */
    static Grid of(JsonNode report) {
        Grid grid =
                new Grid(
                        "latency, ms",
                        "idle p50",
                        "min",
                        "max",
                        "p99",
                        "min",
                        "max",
                        "p99.9",
                        "longest",
                        "recorded %",
                        "loaded at /s",
                        "p50",
                        "min",
                        "max",
                        "p99",
                        "min",
                        "max",
                        "p99.9",
                        "longest",
                        "recorded %");
        boolean spreads = report.path("parameters").path("rounds").asInt() > 1;
        for (JsonNode one : report.path("configurations")) {
            JsonNode loaded = one.path("loaded_latency_ms");
            List<String> cells = new ArrayList<>();
            cells.add(one.path("name").asText());
            add(cells, one.path("idle_latency_ms"), spreads);
            cells.add(Sections.text("%,.0f", loaded.path("offered_per_s"), "median", 1));
            add(cells, loaded, spreads);
            grid.add(cells);
        }
        return grid;
    }

    private static void add(List<String> cells, JsonNode latency, boolean spreads) {
        for (String percentile : List.of("p50", "p99")) {
            JsonNode spread = latency.path(percentile);
            cells.add(ms(spread, "median"));
            cells.add(spreads ? ms(spread, "min") : Grid.NONE);
            cells.add(spreads ? ms(spread, "max") : Grid.NONE);
        }
        cells.add(ms(latency.path("p99_9"), "median"));
        cells.add(ms(latency.path("max"), "median"));
        cells.add(Sections.text("%.1f", latency.path("recorded_share"), "min", PERCENT));
    }

    private static String ms(JsonNode spread, String part) {
        return Sections.text("%.3f", spread, part, 1);
    }
}
