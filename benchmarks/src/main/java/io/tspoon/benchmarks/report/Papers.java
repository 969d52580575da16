/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the papers measured, on their machines: context, not a baseline. */
final class Papers {
    private static final Map<String, String> UNITS =
            Map.of(
                    "throughput", "elements/s",
                    "latency_ms", "latency, ms",
                    "p99_ms", "p99 of the latency, ms",
                    "recovery_ms", "recovery, ms",
                    "pause_ms", "ms");

    private final JsonNode papers = read();

    private static JsonNode read() {
        try (InputStream in = Papers.class.getResourceAsStream("papers.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read figures of papers", e);
        }
    }

    /** Where the figures are from, and the machine; empty if there are none. */
    String source(String workload) {
        JsonNode paper = papers.path(workload);
        return paper.isMissingNode()
                ? ""
                : paper.path("source").asText() + "; on " + paper.path("hardware").asText();
    }

    /** One plot for each kind of figure. */
    List<Plot> plots(String workload) {
        List<Plot> plots = new ArrayList<>();
        papers.path(workload)
                .properties()
                .forEach(
                        field -> {
                            String unit = UNITS.get(field.getKey());
                            if (unit != null) {
                                String title = "Paper: " + source(workload);
                                plots.add(new Plot(title, unit, bars(field.getValue())));
                            }
                        });
        return plots;
    }

    private static List<Plot.Bar> bars(JsonNode figures) {
        List<Plot.Bar> bars = new ArrayList<>();
        figures.properties()
                .forEach(
                        figure -> {
                            double value = figure.getValue().asDouble();
                            bars.add(new Plot.Bar(figure.getKey(), value, value, value));
                        });
        return bars;
    }
}
