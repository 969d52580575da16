/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.examples.trial.Verdict;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The options that all commands share: where the files of a trial go. Also reports the verdict. */
final class TrialFiles {
    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = {
                "Where logs, checkpoints and results go; an empty directory, or a new one.",
                "Default: a temporary directory."
            })
    private @Nullable Path given;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Options of Flink's cluster, for instance heartbeat.timeout=50s.")
    private Map<String, String> options = Map.of();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private @Nullable Path used;

    /** The options of the command line, which take precedence over the defaults of the trial. */
    Map<String, String> options(Map<String, String> defaults) {
        Map<String, String> all = new HashMap<>(defaults);
        all.putAll(options);
        return all;
    }

    /**
     * The directory of this trial. It exists and is empty, because files of another trial would be
     * judged, too.
     *
     * @throws ParameterException if the directory is not empty
     */
    Path directory() throws IOException {
        Path directory =
                given == null
                        ? Files.createTempDirectory("tspoon-cluster-")
                        : Files.createDirectories(given.toAbsolutePath().normalize());
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new ParameterException(
                        command.commandLine(),
                        "Cannot use the directory: it is not empty, --directory="
                                + directory
                                + ". Give another one.");
            }
        }
        used = directory;
        return directory;
    }

    /** Prints the verdict, and returns the exit code. */
    int report(PrintWriter out, Verdict verdict) {
        out.println(
                "Checked: "
                        + verdict.committed()
                        + " committed, "
                        + verdict.aborted()
                        + " aborted; revoked "
                        + verdict.revoked());
        if (verdict.holds()) {
            out.println("Verdict: the oracle holds.");
            return CommandLine.ExitCode.OK;
        }
        out.println(
                "Verdict: the oracle does not hold, violations="
                        + verdict.violations()
                        + ", files="
                        + used);
        verdict.firstViolations().forEach(violation -> out.println("  " + violation));
        return CommandLine.ExitCode.SOFTWARE;
    }
}
