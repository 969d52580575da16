/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.examples.cli.ExampleCommand;
import io.tspoon.examples.cli.ExampleFlink;
import io.tspoon.examples.cli.InputOptions;
import io.tspoon.examples.cli.WrongUseException;
import io.tspoon.examples.messages.MessageFile;
import io.tspoon.examples.messages.MessageSettings;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * The main program: tolls of expressways, and the same by a serial program.
 *
 * <p>Run on its own it starts an embedded Flink; with {@code flink run} it runs on that cluster.
 * Exit codes are those of {@link ExampleCommand}.
 */
@Command(
        name = "linear-road",
        mixinStandardHelpOptions = true,
        version = "tspoon linear road example",
        sortOptions = false,
        description = {
            "Tells vehicles what their segment of an expressway costs, by how many drive there and"
                    + " how fast, warns them of accidents ahead, and keeps their accounts.",
            ""
        },
        footer = {"", ExampleCommand.EXIT_CODES})
public final class LinearRoadJob implements Callable<Integer> {
    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = {
                "Read traffic from a file in the format of Linear Road, in the order of time.",
                "Default: make it up."
            })
    private @Nullable String input;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many messages to make up. Default: ${DEFAULT-VALUE}.")
    private long count = 50_000;

    @Option(
            names = "--expressways",
            paramLabel = "N",
            description = "Expressways of traffic that is made up. Default: ${DEFAULT-VALUE}.")
    private int expressways = 1;

    @Option(
            names = "--vehicles",
            paramLabel = "N",
            description = "Vehicles on each at a time. Default: ${DEFAULT-VALUE}.")
    private int vehicles = 1_500;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Make up other traffic. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Instances of each operator. Default: one for each processor.")
    private @Nullable Integer parallelism;

    @Mixin private final InputOptions text = new InputOptions();
    @Spec private CommandSpec spec;

    private LinearRoadJob() {}

    public static void main(String[] args) {
        ExampleCommand.main(new LinearRoadJob(), args);
    }

    /** Runs the job and returns its exit code. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        return ExampleCommand.run(new LinearRoadJob(), args, out, err);
    }

    @Override
    public Integer call() throws Exception {
        LinearRoadSettings settings = settings();
        ExampleFlink flink = ExampleFlink.get(settings.messages().parallelism());
        LinearRoadTopology.build(flink.env(), settings);
        PrintWriter out = spec.commandLine().getOut();
        return flink.run(
                "linear-road",
                out,
                true,
                new LinearRoadReport(
                        out,
                        spec.commandLine().getErr(),
                        settings.messages().quality(),
                        executed -> check(settings, executed)));
    }

    private static SerialCheck check(LinearRoadSettings settings, long executed) {
        try {
            return settings.read(lines -> SerialCheck.of(lines, executed));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read input again: " + e.getMessage(), e);
        }
    }

    private LinearRoadSettings settings() {
        if (count < 1
                || expressways < 1
                || vehicles < 1
                || (parallelism != null && parallelism < 1)) {
            throw new WrongUseException(
                    "Cannot make up traffic: there is less than one, --count="
                            + count
                            + ", --expressways="
                            + expressways
                            + ", --vehicles="
                            + vehicles
                            + ", --parallelism="
                            + parallelism
                            + ". Give 1 or more.");
        }
        MessageFile file = null;
        if (input != null) {
            Path path = Path.of(input).toAbsolutePath().normalize();
            if (!Files.isRegularFile(path)) {
                throw new WrongUseException(
                        "Cannot read traffic: no such file, --input="
                                + input
                                + ". Check the path.");
            }
            file = new MessageFile(path.toString(), text.encoding().name());
        }
        return new LinearRoadSettings(
                new MessageSettings(
                        file,
                        count,
                        0,
                        seed,
                        parallelism == null ? 0 : parallelism,
                        null,
                        text.quality(false)),
                expressways,
                vehicles);
    }
}
