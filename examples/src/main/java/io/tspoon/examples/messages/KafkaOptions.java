/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.WrongUseException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The command-line options for Kafka. */
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
            description = {
                "With --kafka: stop at the messages that are committed when the job starts.",
                "What is behind a transaction that is still open is not read, which is told."
            })
    private boolean untilEnd;

    @Option(
            names = "--produce",
            description = "With --kafka: only write generated input to the input topic.")
    private boolean produce;

    @Option(names = "--show", description = "With --kafka: only print the results that are there.")
    private boolean show;

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
     * The settings from the options; null without Kafka.
     *
     * @throws WrongUseException if an option is invalid, or two contradict each other
     */
    public @Nullable KafkaSettings settings() {
        List<String> used = new ArrayList<>();
        if (untilEnd) {
            used.add("--until-end");
        }
        if (produce) {
            used.add("--produce");
        }
        if (show) {
            used.add("--show");
        }
        if (servers == null) {
            if (!used.isEmpty()) {
                throw new WrongUseException(
                        "Cannot use "
                                + used.get(0)
                                + ": it is for Kafka. Add --kafka host:port, or leave it out.");
            }
            return null;
        }
        if (used.size() > 1) {
            throw new WrongUseException(
                    "Cannot do several things at once: --until-end, --produce and --show exclude"
                            + " each other. Leave all but one out.");
        }
        if (checkpointMs < 1) {
            throw new WrongUseException(
                    "Cannot take checkpoints: the time between them is below 1, --checkpoint-ms="
                            + checkpointMs
                            + ". Give 1 or more.");
        }
        KafkaSettings.Task task =
                produce
                        ? KafkaSettings.Task.PRODUCE
                        : show ? KafkaSettings.Task.SHOW : KafkaSettings.Task.EXECUTE;
        return new KafkaSettings(
                servers, topicPrefix, untilEnd, task, Duration.ofMillis(checkpointMs));
    }
}
