/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.WrongUseException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.time.Duration;

/** The options of the command line about Kafka. */
public final class KafkaOptions {
    @Option(
            names = "--kafka",
            paramLabel = "SERVERS",
            description = {
                "Read from Kafka and write to it, exactly once: host:port,...",
                "Goes on until Ctrl-C. Topics that are missing are created."
            })
    private @Nullable String servers;

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            description = {
                "With --kafka: what the names of all topics begin with.",
                "Jobs that run side by side need different ones. Default: ${DEFAULT-VALUE}"
            })
    private String topicPrefix = "tspoon-";

    @Option(
            names = "--until-end",
            description = "With --kafka: stop at the messages that are there when the job starts.")
    private boolean untilEnd;

    @Option(
            names = "--produce",
            description = "With --kafka: only write generated input to the input topic.")
    private boolean produce;

    @Option(
            names = "--checkpoint-ms",
            paramLabel = "N",
            description = {
                "With --kafka: time between checkpoints, each of which shows the results before"
                        + " it to readers. On a cluster Flink's configuration decides.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int checkpointMs = 1_000;

    /**
     * What the options say; null if there is no Kafka.
     *
     * @throws WrongUseException if an option is unfit, or does not go with another
     */
    public @Nullable KafkaSettings settings() {
        if (servers == null) {
            if (untilEnd || produce) {
                throw new WrongUseException(
                        "Cannot use "
                                + (untilEnd ? "--until-end" : "--produce")
                                + ": it is for Kafka. Add --kafka host:port, or leave it out.");
            }
            return null;
        }
        if (untilEnd && produce) {
            throw new WrongUseException(
                    "Cannot both read and write the input: --until-end and --produce exclude each"
                            + " other. Leave one out.");
        }
        if (checkpointMs < 1) {
            throw new WrongUseException(
                    "Cannot take checkpoints: the time between them is below 1, --checkpoint-ms="
                            + checkpointMs
                            + ". Give 1 or more.");
        }
        return new KafkaSettings(
                servers, topicPrefix, untilEnd, produce, Duration.ofMillis(checkpointMs));
    }
}
