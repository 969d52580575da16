/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.examples.trial.Verdict;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** Injects one fault after the other into a job, in rounds, and then judges the job. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lets one fault after the other happen to a job under load, prints how long it took to"
                    + " recover, and judges what is left in the end.",
            ""
        })
final class FaultsCommand implements Callable<Integer> {
    /** Short, because it is the deadline that detects a cut network. */
    private static final Map<String, String> DEADLINE = Map.of("tspoon.settle.deadline", "30 s");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = {
                "No round of faults begins later than so many seconds after the first.",
                "Default: ${DEFAULT-VALUE}, one round."
            })
    private int seconds;

    @Option(
            names = "--log",
            paramLabel = "FILES|HDFS|KAFKA|NONE",
            description = {
                "Where the write-ahead log is; NONE is durability CHECKPOINT.",
                "Default: ${DEFAULT-VALUE}."
            })
    private LogPlace log = LogPlace.FILES;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            split = ",",
            description = "One or several of ${COMPLETION-CANDIDATES}. Default: all.")
    private Set<FaultKind> kinds = EnumSet.allOf(FaultKind.class);

    @Mixin private final StorageOptions storage = new StorageOptions();
    @Mixin private final TrialFiles files = new TrialFiles();
    @Spec private CommandSpec spec;

    private FaultsCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new FaultsCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        List<FaultKind> possible = possible(out);
        if (possible.isEmpty() || (areNamed() && possible.size() < kinds.size())) {
            out.println("What was asked for cannot be tried: nothing is known of it.");
            return CommandLine.ExitCode.SOFTWARE;
        }
        Map<String, String> options =
                possible.contains(FaultKind.NETWORK_CUT) ? DEADLINE : Map.of();
        Path directory = files.directory();
        FlinkHome home = FlinkHome.find();
        try (FaultGround ground =
                FaultGround.open(
                        home,
                        directory,
                        log,
                        storage.library(home, directory),
                        storage.options(directory, files.options(options)),
                        storage.of(TrialSettings.of(log.durability())))) {
            ground.trial().begin();
            Faults faults = new Faults(ground);
            long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            do {
                for (FaultKind kind : possible) {
                    out.println(faults.strike(kind).line());
                }
            } while (System.nanoTime() < end);
            Verdict verdict = ground.finish();
            out.println(verdict.reads().line());
            return files.report(out, verdict);
        }
    }

    private boolean areNamed() {
        return spec.commandLine().getParseResult().hasMatchedOption("--fault");
    }

    private List<FaultKind> possible(PrintWriter out) {
        List<FaultKind> possible = new ArrayList<>();
        for (FaultKind kind : kinds) {
            Optional<String> obstacle = kind.obstacle(log);
            if (obstacle.isPresent()) {
                out.printf(Locale.ROOT, "%-28s skipped: %s%n", kind.words(), obstacle.get());
            } else {
                possible.add(kind);
            }
        }
        return possible;
    }
}
