/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes a section of a workload's report. */
final class Sections {
    private static final double BYTES_PER_MB = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    /** Threads that took less of all processor time are not named. */
    private static final double LEAST_SHARE = 0.01;

    private final Papers papers = new Papers();

    Section section(JsonNode report) {
        String id = report.path("workload").asText();
        List<Grid> grids = new ArrayList<>();
        List<Plot> plots = new ArrayList<>();
        boolean elastic = has(report, "elasticity");
        boolean recovering = has(report, "recovery");
        if (elastic) {
            grids.add(ChangesGrid.of(report));
            grids.add(PhasesGrid.of(report));
            plots.addAll(changePlots(report));
        } else if (recovering) {
            grids.add(RecoveryGrid.of(report));
            add(plots, plot(report, "Recovery", "ms", "recovery", "ms"));
        } else {
            grids.add(throughput(report));
            grids.add(cpuByThreads(report));
            grids.add(LogUseGrid.of(report));
            grids.add(ReadsGrid.of(report));
            add(plots, plot(report, "Throughput", "elements/s", "throughput_per_s"));
            add(plots, plot(report, "Reads beside", "reads/s", "reads", "per_s"));
        }
        if (has(report, "sustainable_per_s")) {
            add(plots, plot(report, "Sustainable", "elements/s", "sustainable_per_s"));
        }
        if (has(report, "idle_latency_ms")) {
            grids.add(LatencyGrid.of(report));
            add(plots, plot(report, "Unloaded latency, p50", "ms", "idle_latency_ms", "p50"));
            add(plots, plot(report, "Loaded latency, p99", "ms", "loaded_latency_ms", "p99"));
        }
        grids.removeIf(Grid::isEmpty);
        String title = id + ". " + report.path("title").asText();
        return new Section(title, notes(report), grids, plots, papers.plots(id));
    }

    private static boolean has(JsonNode report, String field) {
        for (JsonNode one : report.path("configurations")) {
            if (!one.path(field).isNull() && !one.path(field).isMissingNode()) {
                return true;
            }
        }
        return false;
    }

    private List<String> notes(JsonNode report) {
        List<String> notes = new ArrayList<>();
        JsonNode machine = report.path("machine");
        JsonNode parameters = report.path("parameters");
        JsonNode database = machine.path("database");
        notes.add(
                "Measured on: "
                        + machine.path("cores").asText()
                        + " cores, "
                        + machine.path("cpu").asText()
                        + ", "
                        + machine.path("os").asText()
                        + ", "
                        + machine.path("jvm").asText()
                        + ", Flink "
                        + machine.path("flink").asText()
                        + (database.isTextual() ? ", " + database.asText() : "")
                        + ", commit "
                        + machine.path("commit").asText()
                        + ".");
        notes.add(
                parameters.path("rounds").asText()
                        + (parameters.path("rounds").asInt() == 1 ? " round of " : " rounds of ")
                        + parameters.path("seconds").asText()
                        + " s after "
                        + parameters.path("warm_up_seconds").asText()
                        + " s, parallelism "
                        + parameters.path("parallelism").asText()
                        + (parameters.path("jvm_for_each_round").asBoolean()
                                ? ", a JVM for each."
                                : ", all in one JVM, so figures do not compare well."));
        String id = report.path("workload").asText();
        String source = papers.source(id);
        if (!source.isEmpty()) {
            notes.add("To set beside: " + source + ".");
            if (papers.plots(id).isEmpty()) {
                notes.add("No numbers of that figure are known.");
            }
        }
        notes.addAll(Doubts.of(report));
        for (JsonNode one : report.path("configurations")) {
            String name = one.path("name").asText();
            if (one.hasNonNull("skipped")) {
                notes.add("Skipped: " + name + ". " + one.path("skipped").asText());
            }
            if (one.hasNonNull("failure")) {
                notes.add("FAILED: " + name + ". " + one.path("failure").asText());
            }
        }
        return notes;
    }

    private static Grid throughput(JsonNode report) {
        String ratio = report.path("ratio").asText();
        Grid grid =
                new Grid(
                        "throughput",
                        "per second",
                        "min",
                        "max",
                        ratio,
                        "min",
                        "max",
                        "CPUs",
                        "others' CPUs",
                        "per CPU second",
                        ratio,
                        "retries %",
                        "aborted %",
                        "GC %",
                        "bytes each",
                        "slowest s",
                        "sustained",
                        "min",
                        "max",
                        "until, ms",
                        "verified");
        for (JsonNode one : report.path("configurations")) {
            JsonNode rate = one.path("throughput_per_s");
            JsonNode ratios = ratio(one);
            grid.add(
                    List.of(
                            one.path("name").asText(),
                            text("%,.0f", rate, "median", 1),
                            text("%,.0f", rate, "min", 1),
                            text("%,.0f", rate, "max", 1),
                            text("%.2f", ratios, "median", 1),
                            text("%.2f", ratios, "min", 1),
                            text("%.2f", ratios, "max", 1),
                            text("%.2f", one.path("cpus_used"), "median", 1),
                            text("%.2f", one.path("cpus_used_by_others"), "max", 1),
                            text("%,.0f", one.path("throughput_per_cpu_s"), "median", 1),
                            text("%.2f", ratio(one, "_per_cpu_s"), "median", 1),
                            text("%.2f", one.path("retries_per_transfer"), "median", 100),
                            text("%.2f", one.path("aborted_share"), "median", 100),
                            text("%.2f", one.path("gc_share"), "median", 100),
                            text("%,.0f", one.path("bytes_per_transfer"), "median", 1),
                            text("%,.0f", one.path("slowest_second"), "min", 1),
                            text("%,.0f", one.path("sustainable_per_s"), "median", 1),
                            text("%,.0f", one.path("sustainable_per_s"), "min", 1),
                            text("%,.0f", one.path("sustainable_per_s"), "max", 1),
                            text("%.2f", one.path("sustainable_limit_ms"), "median", 1),
                            one.path("verified").asBoolean() ? "yes" : Grid.NONE));
        }
        return grid;
    }

    private static Grid cpuByThreads(JsonNode report) {
        Grid grid = Grid.wide("processor time, ns each", "all", "by threads, from a hundredth on");
        for (JsonNode one : report.path("configurations")) {
            double perCpuSecond = one.path("throughput_per_cpu_s").path("median").asDouble();
            double all = NS_PER_SECOND / perCpuSecond;
            List<String> parts = new ArrayList<>();
            for (Map.Entry<String, JsonNode> part : one.path("cpu_ns_per_transfer").properties()) {
                double ns = part.getValue().path("median").asDouble();
                if (ns >= all * LEAST_SHARE) {
                    parts.add(String.format(Locale.ROOT, "%s %,.0f", part.getKey(), ns));
                }
            }
            if (!parts.isEmpty()) {
                grid.add(
                        List.of(
                                one.path("name").asText(),
                                String.format(Locale.ROOT, "%,.0f", all),
                                String.join("; ", parts)));
            }
        }
        return grid;
    }

    /** Whatever the baseline is. */
    static JsonNode ratio(JsonNode configuration) {
        return ratio(configuration, "");
    }

    private static JsonNode ratio(JsonNode configuration, String suffix) {
        JsonNode plain = configuration.path("ratio_to_plain_flink" + suffix);
        return plain.isMissingNode() ? configuration.path("ratio_to_baseline" + suffix) : plain;
    }

    private static List<Plot> changePlots(JsonNode report) {
        List<Plot.Bar> bars = new ArrayList<>();
        for (JsonNode one : report.path("configurations")) {
            for (JsonNode change : one.path("elasticity").path("changes")) {
                String label = one.path("name").asText() + ", " + change.path("name").asText();
                bars.add(bar(label, change.path("silent_ms")));
            }
        }
        return List.of(new Plot("Time without results", "ms", bars));
    }

    private static void add(List<Plot> plots, Plot plot) {
        if (!plot.bars().isEmpty()) {
            plots.add(plot);
        }
    }

    private static Plot plot(JsonNode report, String title, String unit, String... path) {
        List<Plot.Bar> bars = new ArrayList<>();
        for (JsonNode one : report.path("configurations")) {
            JsonNode spread = one;
            for (String field : path) {
                spread = spread.path(field);
            }
            if (spread.hasNonNull("median")) {
                bars.add(bar(one.path("name").asText(), spread));
            }
        }
        return new Plot(title, unit, bars);
    }

    private static Plot.Bar bar(String label, JsonNode spread) {
        return new Plot.Bar(
                label,
                spread.path("median").asDouble(),
                spread.path("min").asDouble(),
                spread.path("max").asDouble());
    }

    /** A number as text; {@link Grid#NONE} if there is none. */
    static String text(String format, JsonNode number) {
        return number.isNumber()
                ? String.format(Locale.ROOT, format, number.asDouble())
                : Grid.NONE;
    }

    /** The median of bytes; {@link Grid#NONE} if it was not measured. */
    static String megabytes(JsonNode bytes) {
        return text("%,.1f", bytes, "median", 1 / BYTES_PER_MB);
    }

    /** A part of a spread as text; {@link Grid#NONE} if it was not measured. */
    static String text(String format, JsonNode spread, String part, double factor) {
        return spread.hasNonNull(part)
                ? String.format(Locale.ROOT, format, factor * spread.path(part).asDouble())
                : Grid.NONE;
    }
}
