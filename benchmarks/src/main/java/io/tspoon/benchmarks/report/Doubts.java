/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.report;

import io.tspoon.benchmarks.harness.LogDirectory;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which figures of a report are to be taken with care. Reports without the fields say nothing. */
final class Doubts {
    private static final double MOST_CPUS_OF_OTHERS = 0.1;
    private static final double LEAST_RECORDED = 0.99;
    private static final double PERCENT = 100;

    private Doubts() {}

    /** A sentence for each kind of doubt, with all configurations that it is about. */
    static List<String> of(JsonNode report) {
        List<String> disturbed = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        List<String> free = new ArrayList<>();
        for (JsonNode one : report.path("configurations")) {
            String name = one.path("name").asText();
            JsonNode others = one.path("cpus_used_by_others").path("max");
            if (others.asDouble(0) > MOST_CPUS_OF_OTHERS) {
                disturbed.add(String.format(Locale.ROOT, "%s (%.2f)", name, others.asDouble()));
            }
            if (LogDirectory.isInMemory(one.path("log").path("file_system").asText())) {
                free.add(name);
            }
            addMissing(missing, name + " idle", one.path("idle_latency_ms"));
            addMissing(missing, name + " loaded", one.path("loaded_latency_ms"));
        }
        List<String> doubts = new ArrayList<>();
        add(
                doubts,
                "Other processes used more than 0.1 processors, so compare what is done per CPU"
                        + " second",
                disturbed);
        add(
                doubts,
                "Less than 99 % of the latencies that were due were recorded, as the others came"
                        + " too late or were of transactions that aborted",
                missing);
        add(
                doubts,
                "The log is in memory, where a sync is free; --log-dir names a directory on a disk",
                free);
        return doubts;
    }

    private static void add(List<String> doubts, String doubt, List<String> configurations) {
        if (!configurations.isEmpty()) {
            doubts.add(doubt + ": " + String.join(", ", configurations) + ".");
        }
    }

    private static void addMissing(List<String> missing, String which, JsonNode latency) {
        double recorded = latency.path("recorded_share").path("min").asDouble(1);
        if (recorded < LEAST_RECORDED) {
            missing.add(String.format(Locale.ROOT, "%s (%.1f %%)", which, PERCENT * recorded));
        }
    }
}
