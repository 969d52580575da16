/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.TextTable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ratios to the baseline of the same run, as they once were: what later ones are held against.
 *
 * <p>A ratio hardly depends on the machine, but it does on what else is busy there. So only one
 * that has lost a large part counts.
 */
final class Guard {
    private final Map<String, Double> stored;

    private Guard(Map<String, Double> stored) {
        this.stored = stored;
    }

    /** The file of this repository. */
    static Path file() {
        return Path.of(System.getProperty("tspoon.benchmarks", "."), "baseline.json");
    }

    static Guard read(Path file) throws IOException {
        Map<String, Double> stored = new TreeMap<>();
        JsonNode root = new ObjectMapper().readTree(file.toFile());
        root.properties().forEach(one -> stored.put(one.getKey(), one.getValue().asDouble()));
        return new Guard(stored);
    }

    /** The ratios of reports; of baselines themselves there are none. */
    static Map<String, Double> ratios(List<JsonNode> reports) {
        Map<String, Double> ratios = new TreeMap<>();
        for (JsonNode report : reports) {
            for (JsonNode one : report.path("configurations")) {
                String name = one.path("name").asText();
                JsonNode ratio = one.path("ratio_to_plain_flink");
                if (ratio.hasNonNull("median") && !name.equals(one.path("baseline").asText())) {
                    ratios.put(
                            report.path("workload").asText() + "/" + name,
                            ratio.path("median").asDouble());
                }
            }
        }
        return ratios;
    }

    /** Stores ratios; those of other configurations stay. */
    static void update(Path file, Map<String, Double> measured) throws IOException {
        Map<String, Double> all = new TreeMap<>();
        if (file.toFile().exists()) {
            all.putAll(read(file).stored);
        }
        all.putAll(measured);
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = mapper.createObjectNode();
        all.forEach((name, ratio) -> root.put(name, Math.round(ratio * 100) / 100.0));
        Files.writeString(file, mapper.writeValueAsString(root) + "\n");
    }

    /**
     * Prints a line for each ratio that is measured and stored.
     *
     * @param threshold part of the stored ratio that must be left
     * @return whether there is such a ratio, and none is too low
     */
    boolean check(Map<String, Double> measured, double threshold, PrintWriter out) {
        TextTable table = new TextTable("ratio", "stored", "now", "least", "");
        boolean good = true;
        boolean any = false;
        for (Map.Entry<String, Double> one : measured.entrySet()) {
            Double before = stored.get(one.getKey());
            if (before != null) {
                boolean low = one.getValue() < threshold * before;
                table.add(
                        List.of(
                                one.getKey(),
                                text(before),
                                text(one.getValue()),
                                text(threshold * before),
                                low ? "TOO LOW" : "good"));
                good &= !low;
                any = true;
            }
        }
        table.print(out);
        out.flush();
        return good && any;
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
