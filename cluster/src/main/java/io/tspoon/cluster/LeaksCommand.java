/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.cluster.host.Vitals;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** Submits and cancels a job again and again, and looks what that leaves in the processes. */
@Command(
        name = "leaks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Submits and cancels a job again and again in the same processes, every third time with"
                    + " a restart in between, and prints what the processes hold then.",
            ""
        })
final class LeaksCommand implements Callable<Integer> {
    private static final int RESTART_EACH = 3;

    /** After so many submissions everything has been loaded once. */
    private static final int WARM_UP = 6;

    @Option(
            names = "--submissions",
            paramLabel = "N",
            description = "How often the job is submitted. Default: ${DEFAULT-VALUE}.")
    private int submissions = 30;

    @Option(
            names = "--lib",
            description =
                    "tspoon, Jackson and Kafka's client are in Flink's lib, not in the job's jar.")
    private boolean lib;

    @Mixin private final TrialFiles files = new TrialFiles();
    @Spec private CommandSpec spec;

    private LeaksCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new LeaksCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        FlinkHome home = FlinkHome.find();
        Path directory = files.directory();
        List<Path> library = lib ? home.libraryJars() : List.of();
        Path jar = lib ? home.thinJobJar() : home.jobJar();
        try (LoopbackCluster cluster =
                        LoopbackCluster.start(
                                home, directory, library, files.options(Leftovers.OPTIONS));
                Leftovers leftovers =
                        Leftovers.open(home, cluster, directory.resolve("leftovers"))) {
            print(out, 0, leftovers.awaitNothing());
            Map<String, Vitals> early = Map.of();
            Map<String, Vitals> last = Map.of();
            for (int i = 1; i <= submissions; i++) {
                leftovers.run(jar, i % RESTART_EACH == 0 ? 1 : 0);
                last = leftovers.awaitNothing();
                early = i <= WARM_UP ? last : early;
                print(out, i, last);
            }
            return report(out, early, last);
        }
    }

    /** What a process holds more than after its first submissions. */
    private static int report(
            PrintWriter out, Map<String, Vitals> early, Map<String, Vitals> last) {
        int exitCode = CommandLine.ExitCode.OK;
        for (Map.Entry<String, Vitals> process : last.entrySet()) {
            Vitals before = early.getOrDefault(process.getKey(), process.getValue());
            if (process.getValue().exceeds(before)) {
                out.println("Grown: " + process.getKey() + ", before: " + before.line());
                exitCode = CommandLine.ExitCode.SOFTWARE;
            }
        }
        out.println(
                exitCode == CommandLine.ExitCode.OK
                        ? "Verdict: ended jobs leave nothing."
                        : "Verdict: ended jobs leave something.");
        return exitCode;
    }

    private static void print(PrintWriter out, int submissions, Map<String, Vitals> vitals) {
        vitals.forEach(
                (process, held) ->
                        out.printf(
                                Locale.ROOT, "%4d %-16s %s%n", submissions, process, held.line()));
        out.flush();
    }
}
