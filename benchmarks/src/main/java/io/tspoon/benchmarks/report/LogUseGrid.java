/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;

/** How much was logged, in how many flushes, and how long results of an idle job wait for it. */
final class LogUseGrid {
    private LogUseGrid() {}

    /** A row for each configuration with a log; empty if there is none. */
    static Grid of(JsonNode report) {
        Grid grid =
                new Grid(
                        "log",
                        "file system",
                        "flushes/s",
                        "MB/s",
                        "elements/flush",
                        "one sync, ms",
                        "beyond it, idle, ms",
                        "min",
                        "max");
        for (JsonNode one : report.path("configurations")) {
            JsonNode log = one.path("log");
            if (log.isObject()) {
                JsonNode beyond = log.path("idle_p50_beyond_sync_ms");
                grid.add(
                        List.of(
                                one.path("name").asText(),
                                log.path("file_system").asText(Grid.NONE),
                                Sections.text("%,.0f", log.path("flushes_per_s"), "median", 1),
                                Sections.megabytes(log.path("bytes_per_s")),
                                Sections.text(
                                        "%,.0f", log.path("transfers_per_flush"), "median", 1),
                                Sections.text("%.3f", log.path("sync_ms"), "median", 1),
                                Sections.text("%.3f", beyond, "median", 1),
                                Sections.text("%.3f", beyond, "min", 1),
                                Sections.text("%.3f", beyond, "max", 1)));
            }
        }
        return grid;
    }
}
