/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.InputOptions;
import io.tspoon.examples.cli.WrongUseException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;

/** The command-line options for the source of messages and the parallelism. */
public final class MessageOptions {
    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Read messages from a file, one in a line. Default: make them up.")
    private @Nullable String input;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many messages to make up. Default: ${DEFAULT-VALUE}.")
    private long count = 10_000;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "So many of them a second; 0 for as many as possible. Default: 0.")
    private double rate;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Make up other messages. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Instances of each operator. Default: one for each processor.")
    private @Nullable Integer parallelism;

    @Mixin private final InputOptions text = new InputOptions();
    @Mixin private final KafkaOptions kafka = new KafkaOptions();

    /**
     * The settings from the options.
     *
     * @throws WrongUseException if an option is invalid, or two contradict each other
     */
    public MessageSettings settings() {
        if (parallelism != null && parallelism < 1) {
            throw unfit("parallelism", "--parallelism=" + parallelism);
        }
        if (count < 1) {
            throw unfit("number of messages", "--count=" + count);
        }
        if (!(rate >= 0) || Double.isInfinite(rate)) {
            throw new WrongUseException(
                    "Cannot make up messages: the rate is no number from 0, --rate="
                            + rate
                            + ". Give messages a second, or 0 for no limit.");
        }
        KafkaSettings broker = kafka.settings();
        if (input != null) {
            if (broker != null) {
                throw new WrongUseException(
                        "Cannot read both a file and Kafka: --input and --kafka exclude each"
                                + " other. Leave one out.");
            }
            if (!Files.isRegularFile(Path.of(input))) {
                throw new WrongUseException(
                        "Cannot read messages: no such file, --input="
                                + input
                                + ". Check the path.");
            }
        }
        return new MessageSettings(
                input == null ? null : file(input),
                count,
                rate,
                seed,
                parallelism == null ? 0 : parallelism,
                broker,
                text.quality(broker != null));
    }

    private MessageFile file(String path) {
        return new MessageFile(
                Path.of(path).toAbsolutePath().normalize().toString(), text.encoding().name());
    }

    private static WrongUseException unfit(String what, String option) {
        return new WrongUseException(
                "Cannot set " + what + ": it is below 1, " + option + ". Give 1 or more.");
    }
}
