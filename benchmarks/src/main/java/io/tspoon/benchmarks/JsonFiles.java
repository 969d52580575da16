/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes files of the harness and reads them, and says what is wrong with others. */
final class JsonFiles {
    private JsonFiles() {}

    static void write(JsonNode report, Path file) throws IOException {
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(file.toFile(), report);
    }

    /**
     * The object that a file holds.
     *
     * @throws BenchmarkException if there is no such file, or something else in it
     */
    static JsonNode object(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new BenchmarkException(
                    "Cannot read results: "
                            + (Files.exists(file) ? "not a file" : "no such file")
                            + ", file="
                            + file);
        }
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw new BenchmarkException(
                    "Cannot read results: no JSON, file="
                            + file
                            + ", reason="
                            + e.getOriginalMessage());
        }
        if (!root.isObject()) {
            throw new BenchmarkException("Cannot read results: not a JSON object, file=" + file);
        }
        return root;
    }

    /**
     * Results of workloads, as {@code --json} and {@code --out} write them.
     *
     * @throws BenchmarkException if one is missing, or something else
     */
    static List<JsonNode> results(List<Path> files) throws IOException {
        List<JsonNode> reports = new ArrayList<>();
        for (Path file : files) {
            JsonNode report = object(file);
            if (!report.path("workload").isTextual() || !report.path("configurations").isArray()) {
                throw new BenchmarkException(
                        "Cannot read results: no workload with configurations in it, file="
                                + file
                                + ". Name a file that --json or --out has written");
            }
            reports.add(report);
        }
        return reports;
    }
}
