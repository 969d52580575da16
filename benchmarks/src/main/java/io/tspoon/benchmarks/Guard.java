/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.TextTable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
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
    private static final String GOOD = "good";

    private final Map<String, Double> stored;

    private Guard(Map<String, Double> stored) {
        this.stored = stored;
    }

    /** The file of this repository. */
    static Path file() {
        return Path.of(System.getProperty("tspoon.benchmarks", "."), "baseline.json");
    }

    /**
     * Reads stored ratios.
     *
     * @throws BenchmarkException if there is something else than positive numbers
     */
    static Guard read(Path file) throws IOException {
        Map<String, Double> stored = new TreeMap<>();
        for (Map.Entry<String, JsonNode> one : JsonFiles.object(file).properties()) {
            double ratio = number(one.getValue());
            if (!isStorable(ratio)) {
                throw new BenchmarkException(
                        "Cannot read stored ratios: no positive number, file="
                                + file
                                + ", ratio="
                                + one.getKey()
                                + ", value="
                                + one.getValue()
                                + ". Mend it, or delete the file and store them again with"
                                + " --update");
            }
            stored.put(one.getKey(), ratio);
        }
        return new Guard(stored);
    }

    /** Whether so much of a stored ratio can be asked for. */
    static boolean isThreshold(double part) {
        return part > 0 && part <= 1;
    }

    /**
     * Stores ratios; those of other configurations stay.
     *
     * @throws BenchmarkException if there are none, or one is no number
     */
    static void update(Path file, Ratios measured) throws IOException {
        Map<String, Double> all = new TreeMap<>();
        if (file.toFile().exists()) {
            all.putAll(read(file).stored);
        }
        if (measured.byName().isEmpty()) {
            throw new BenchmarkException(
                    "Cannot store ratios: the results have none to plain Flink, workloads="
                            + measured.workloads()
                            + ". Measure configurations together with their baseline");
        }
        measured.byName()
                .forEach(
                        (name, ratio) -> {
                            if (!isStorable(ratio)) {
                                throw new BenchmarkException(
                                        "Cannot store ratios: no positive number, ratio="
                                                + name
                                                + ", value="
                                                + ratio
                                                + ". Measure it again");
                            }
                        });
        all.putAll(measured.byName());
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = mapper.createObjectNode();
        all.forEach((name, ratio) -> root.put(name, rounded(ratio)));
        Files.writeString(file, mapper.writeValueAsString(root) + "\n");
    }

    private static boolean isStorable(double ratio) {
        return Double.isFinite(ratio) && ratio > 0;
    }

    private static double rounded(double ratio) {
        return new BigDecimal(ratio).round(new MathContext(3)).doubleValue();
    }

    /** Not a number, if it is none. */
    static double number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : Double.NaN;
    }

    /**
     * Prints a line for each stored ratio of the workloads that were measured.
     *
     * @param threshold part of the stored ratio that must be left
     * @return whether there is such a ratio, and all are measured and none is too low
     */
    boolean check(Ratios measured, double threshold, PrintWriter out) {
        TextTable table = new TextTable("ratio", "stored", "now", "least", "");
        boolean good = true;
        boolean any = false;
        for (Map.Entry<String, Double> one : stored.entrySet()) {
            String name = one.getKey();
            if (measured.workloads().contains(Ratios.workload(name))) {
                double before = one.getValue();
                Double now = measured.byName().get(name);
                String verdict = verdict(now, threshold * before);
                table.add(
                        List.of(
                                name,
                                text(before),
                                now == null ? "-" : text(now),
                                text(threshold * before),
                                verdict));
                good &= verdict.equals(GOOD);
                any = true;
            }
        }
        table.print(out);
        if (!any) {
            out.println(
                    "Nothing was compared: no ratio is stored, workloads=" + measured.workloads());
        }
        out.flush();
        return good && any;
    }

    private static String verdict(@Nullable Double now, double least) {
        if (now == null) {
            return "MISSING";
        }
        if (!Double.isFinite(now)) {
            return "NO NUMBER";
        }
        return now < least ? "TOO LOW" : GOOD;
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
