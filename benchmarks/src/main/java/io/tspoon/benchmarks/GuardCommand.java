/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A short run of what must not become slow, held against the stored ratios. */
@Command(
        name = "guard",
        description = "Runs A1 for two minutes and compares its ratios with the stored ones.",
        mixinStandardHelpOptions = true)
final class GuardCommand implements Callable<Integer> {
    private static final String CONFIGURATIONS = "plain-heap,tspoon-tb-heap,tspoon-lb-heap";

    @Spec private CommandSpec spec;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "2",
            description = "How often each configuration is run (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "5",
            description = "Seconds before throughput is measured (default: ${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Stored ratios (default: benchmarks/baseline.json).")
    private Path baseline = Guard.file();

    @Option(
            names = "--threshold",
            paramLabel = "PART",
            defaultValue = "0.5",
            description = "What must be left of a stored ratio (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(names = "--update", description = "Store the ratios instead, as measured here.")
    private boolean update;

    @Override
    public Integer call() throws IOException {
        Arguments arguments = new Arguments(spec);
        arguments.requireThreshold(threshold);
        if (update) {
            arguments.requireWritable("--baseline", baseline);
        }
        if (!update || Files.exists(baseline)) {
            arguments.read(() -> Guard.read(baseline));
        }
        Path json = Files.createTempFile("tspoon-guard-", ".json");
        try {
            int measured =
                    MacroBenchmarks.run(
                            "A1",
                            "--configurations",
                            CONFIGURATIONS,
                            "--rounds",
                            Integer.toString(rounds),
                            "--seconds",
                            "3",
                            "--warm-up",
                            Double.toString(warmUp),
                            "--no-latency",
                            "--json",
                            json.toString());
            return measured == 0 ? compare(json) : measured;
        } finally {
            Files.delete(json);
        }
    }

    private int compare(Path json) {
        List<String> line = new ArrayList<>(List.of("compare", "--baseline", baseline.toString()));
        line.addAll(
                update ? List.of("--update") : List.of("--threshold", Double.toString(threshold)));
        line.add(json.toString());
        return MacroBenchmarks.run(line.toArray(String[]::new));
    }
}
