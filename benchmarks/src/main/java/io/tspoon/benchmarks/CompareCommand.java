/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** Holds the ratios of results against the stored ones. */
@Command(
        name = "compare",
        description =
                "Compares ratios to plain Flink with the stored ones; exit code 3 if one has lost"
                        + " too much.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    /** Exit code: all was measured, and a ratio has lost too much. */
    static final int LOST = 3;

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Results, one workload each.")
    private List<Path> files;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            required = true,
            description =
                    "Ratios of an earlier run with the same options. Those that guard stores are"
                            + " measured after 5 s, so they are its own.")
    private Path baseline;

    @Option(
            names = "--threshold",
            paramLabel = "PART",
            defaultValue = "0.5",
            description = "What must be left of a stored ratio (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--update",
            description = "Store these ratios in the file that --baseline names instead.")
    private boolean update;

    @Override
    public Integer call() throws IOException {
        Arguments arguments = new Arguments(spec);
        arguments.requireThreshold(threshold);
        Ratios measured = arguments.read(() -> Ratios.of(JsonFiles.results(files)));
        if (update) {
            arguments.requireWritable("--baseline", baseline);
            return arguments.read(
                    () -> {
                        Guard.update(baseline, measured);
                        return 0;
                    });
        }
        Guard stored = arguments.read(() -> Guard.read(baseline));
        return stored.check(measured, threshold, spec.commandLine().getOut()) ? 0 : LOST;
    }
}
