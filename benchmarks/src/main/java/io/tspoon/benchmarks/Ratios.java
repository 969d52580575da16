/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The ratios to plain Flink of some results.
 *
 * @param workloads that there are results of
 * @param byName workload and configuration, as {@code A1/tspoon-tb-heap}; not finite where the
 *     results say something else than a number
 */
record Ratios(Set<String> workloads, Map<String, Double> byName) {
    private static final char SEPARATOR = '/';

    /**
     * Of reports; of baselines themselves there are no ratios.
     *
     * @throws BenchmarkException if two reports are of the same workload
     */
    static Ratios of(List<JsonNode> reports) {
        Set<String> workloads = new TreeSet<>();
        Map<String, Double> byName = new TreeMap<>();
        for (JsonNode report : reports) {
            String workload = report.path("workload").asText();
            if (!workloads.add(workload)) {
                throw new BenchmarkException(
                        "Cannot compare ratios: two files are of the same workload, workload="
                                + workload
                                + ". Name one of them");
            }
            for (JsonNode one : report.path("configurations")) {
                String name = one.path("name").asText();
                JsonNode ratio = one.path("ratio_to_plain_flink");
                if (ratio.hasNonNull("median") && !name.equals(one.path("baseline").asText())) {
                    byName.put(workload + SEPARATOR + name, Guard.number(ratio.path("median")));
                }
            }
        }
        return new Ratios(workloads, byName);
    }

    /** The workload of a ratio. */
    static String workload(String name) {
        return name.substring(0, Math.max(0, name.indexOf(SEPARATOR)));
    }
}
