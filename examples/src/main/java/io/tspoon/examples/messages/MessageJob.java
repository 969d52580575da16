/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.ExampleFlink;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

import java.io.PrintWriter;

/** What all jobs on messages do before and after their operators are connected. */
public final class MessageJob {
    private final MessageSettings settings;
    private final PrintWriter out;

    public MessageJob(MessageSettings settings, PrintWriter out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Prepares the topics, see {@link KafkaTopics#prepare}.
     *
     * @return whether to run the job
     */
    public boolean prepare(TopicPlan plan, GeneratorFunction<Long, String> generator)
            throws Exception {
        KafkaSettings kafka = settings.kafka();
        return kafka == null
                || new KafkaTopics(kafka)
                        .prepare(
                                plan,
                                new GeneratedMessages(generator, settings.count(), settings.rate()),
                                out);
    }

    /** The Flink to run on. With Kafka it takes checkpoints. */
    public ExampleFlink flink() {
        ExampleFlink flink = ExampleFlink.get(settings.parallelism());
        KafkaSettings kafka = settings.kafka();
        if (kafka != null) {
            flink.needCheckpoints(kafka.checkpointInterval());
        }
        return flink;
    }
}
