/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import org.jspecify.annotations.Nullable;
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
            description = "Stored ratios (default: benchmarks/baseline.json).")
    private @Nullable Path baseline;

    @Option(
            names = "--threshold",
            paramLabel = "PART",
            defaultValue = "0.5",
            description = "What must be left of a stored ratio (default: ${DEFAULT-VALUE}).")
    private double threshold;

    @Option(
            names = "--update",
            description =
                    "Store these ratios in the file that --baseline names instead; what guard"
                            + " compares with is stored by guard --update.")
    private boolean update;

    @Override
    public Integer call() throws IOException {
        Arguments arguments = new Arguments(spec);
        arguments.requireThreshold(threshold);
        Ratios measured = arguments.read(() -> Ratios.of(JsonFiles.results(files)));
        if (update) {
            Path own = arguments.requireNamed("--update", "--baseline", baseline);
            arguments.requireWritable("--baseline", own);
            return arguments.read(
                    () -> {
                        Guard.update(own, measured);
                        return 0;
                    });
        }
        Path file = baseline == null ? Guard.file() : baseline;
        Guard stored = arguments.read(() -> Guard.read(file));
        return stored.check(measured, threshold, spec.commandLine().getOut()) ? 0 : LOST;
    }
}
