/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.ExampleFlink;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What jobs on messages do before and after they are wired. */
public final class MessageJob {
    private final MessageSettings settings;
    private final PrintWriter out;

    public MessageJob(MessageSettings settings, PrintWriter out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Creates the topics that are missing, and fills the input topic if the settings say so.
     *
     * @param input topic, without the prefix
     * @param partitions of the input topic and of the others
     * @param outputs topics, without the prefix
     * @return whether the input was all that was asked for
     */
    public boolean prepare(
            String input,
            GeneratorFunction<Long, String> generator,
            int partitions,
            List<String> outputs)
            throws Exception {
        KafkaSettings kafka = settings.kafka();
        if (kafka == null) {
            return false;
        }
        KafkaTopics topics = new KafkaTopics(kafka);
        List<String> all = new ArrayList<>(outputs);
        all.add(input);
        topics.create(partitions, all);
        if (kafka.produce()) {
            topics.fill(input, generator, settings.count(), settings.rate());
            out.printf(
                    Locale.ROOT, "%,d messages are in %s%n", settings.count(), kafka.topic(input));
        }
        return kafka.produce();
    }

    /** The Flink to run on; with Kafka it takes checkpoints. */
    public ExampleFlink flink() {
        ExampleFlink flink = ExampleFlink.get(settings.parallelism());
        KafkaSettings kafka = settings.kafka();
        if (kafka != null) {
            flink.needCheckpoints(kafka.checkpointInterval());
        }
        return flink;
    }
}
