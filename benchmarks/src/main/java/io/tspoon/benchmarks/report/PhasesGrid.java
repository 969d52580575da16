/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Where the time of changes of the parallelism goes, and which bytes they move. */
final class PhasesGrid {
    private static final String MS = "_ms";
    private static final String BYTES = "_bytes";
    private static final double BYTES_PER_MB = 1e6;

    /** In the order of the columns; as the harness names them. */
    private static final List<String> PHASES =
            List.of(
                    "starts",
                    "before_ms",
                    "checkpoint_ms",
                    "cancel_ms",
                    "slots_ms",
                    "deploy_ms",
                    "initialize_ms",
                    "download_ms",
                    "links_ms",
                    "restore_ms",
                    "first_result_ms",
                    "read_bytes",
                    "linked_bytes",
                    "fetched_bytes",
                    "rebuilt_bytes",
                    "first_checkpoint_bytes",
                    "first_checkpoint_ms");

    private PhasesGrid() {}

    /** A row for each change in each configuration, medians. */
    static Grid of(JsonNode report) {
        List<String> headings = new ArrayList<>(List.of("phases of change"));
        PHASES.forEach(phase -> headings.add(heading(phase)));
        Grid grid = new Grid(headings.toArray(String[]::new));
        for (JsonNode one : report.path("configurations")) {
            for (JsonNode change : one.path("elasticity").path("changes")) {
                List<String> row = new ArrayList<>();
                row.add(one.path("name").asText() + ", " + change.path("name").asText());
                PHASES.forEach(phase -> row.add(cell(phase, change.path("phases").path(phase))));
                grid.add(row);
            }
        }
        return grid;
    }

    private static String heading(String phase) {
        String words = phase.replace(MS, ", ms").replace(BYTES, ", MB");
        return words.replace('_', ' ');
    }

    private static String cell(String phase, JsonNode spread) {
        double factor = phase.endsWith(BYTES) ? 1 / BYTES_PER_MB : 1;
        return Sections.text("%,.0f", spread, "median", factor);
    }
}
