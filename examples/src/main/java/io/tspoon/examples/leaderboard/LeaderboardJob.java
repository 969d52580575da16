/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.messages.MessageJob;
import io.tspoon.examples.messages.MessageOptions;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The main program: counts votes in the order in which they arrive, and regularly removes the last
 * contestant.
 *
 * <p>Run on its own it starts an embedded Flink; with {@code flink run} it runs on that cluster.
 * Exit codes are those of {@link ExampleCommand}.
 */
@Command(
        name = "leaderboard",
        mixinStandardHelpOptions = true,
        version = "tspoon leaderboard example",
        sortOptions = false,
        description = {
            "Counts votes in the order in which they come, one for each phone. After every so many"
                    + " the contestant with the fewest is removed, and who voted for that one may"
                    + " vote again.",
            ""
        },
        footer = {"", ExampleCommand.EXIT_CODES})
public final class LeaderboardJob implements Callable<Integer> {
    @Option(
            names = "--contestants",
            paramLabel = "NAME,...",
            split = ",",
            description = "Who takes part. Default: ${DEFAULT-VALUE}.")
    private List<String> contestants =
            List.of("Ada", "Bruno", "Chiara", "Dario", "Elsa", "Fabio", "Greta", "Hugo");

    @Option(
            names = "--remove-every",
            paramLabel = "N",
            description =
                    "After how many votes the last one is removed, each time. Default:"
                            + " ${DEFAULT-VALUE}.")
    private long removeEvery = 1_000;

    @Option(
            names = "--phones",
            paramLabel = "N",
            description = "How many phones votes are made up for. Default: ${DEFAULT-VALUE}.")
    private long phones = 20_000;

    @Option(
            names = "--program",
            paramLabel = "PROGRAM",
            description =
                    "One procedure for each vote, or two states in a row:"
                            + " ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Program program = Program.PROCEDURE;

    @Mixin private final MessageOptions options = new MessageOptions();
    @Spec private CommandSpec spec;

    private LeaderboardJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new LeaderboardJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new LeaderboardJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        LeaderboardSettings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        MessageJob job = new MessageJob(settings.messages(), out);
        if (!job.prepare(LeaderboardTopology.TOPICS, settings.generator())) {
            return CommandLine.ExitCode.OK;
        }
        ExampleFlink flink = job.flink();
        new LeaderboardTopology(flink.env(), settings).build();
        PrintWriter err = spec.commandLine().getErr();
        return flink.run(
                "leaderboard",
                out,
                true,
                new LeaderboardReport(out, err, settings.messages().quality()));
    }

    private LeaderboardSettings settings() {
        if (removeEvery < 1 || phones < 1) {
            throw new WrongUseException(
                    "Cannot count votes: there is less than one, --remove-every="
                            + removeEvery
                            + ", --phones="
                            + phones
                            + ". Give 1 or more.");
        }
        if (contestants.stream().distinct().count() < contestants.size()) {
            throw new WrongUseException(
                    "Cannot tell contestants apart: one is named twice, --contestants="
                            + String.join(",", contestants)
                            + ". Give each another name.");
        }
        return new LeaderboardSettings(
                options.settings(), program, List.copyOf(contestants), phones, removeEvery);
    }
}
