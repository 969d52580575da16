/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.producer.ProducerConfig;

import java.time.Duration;

/**
 * Which Kafka a job works with, and how.
 *
 * @param servers {@code host:port,...}
 * @param topicPrefix what the names of all topics begin with
 * @param untilEnd whether to stop at the messages that are there when the job starts
 * @param task what is to be done
 * @param checkpointInterval of an embedded Flink
 */
public record KafkaSettings(
        String servers,
        String topicPrefix,
        boolean untilEnd,
        Task task,
        Duration checkpointInterval) {
    /** What is to be done with the topics. */
    public enum Task {
        /** Run the job from the input topic to the output topics. */
        EXECUTE,
        /** Write generated messages to the input topic. */
        PRODUCE,
        /** Print what is committed in the output topics. */
        SHOW
    }

    /** Below what brokers allow by default, 15 minutes; longer than a job may be down. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(10);

    /** The full name of a topic. */
    public String topic(String name) {
        return topicPrefix + name;
    }

    /**
     * Reads a topic from its first message, or from where a checkpoint or savepoint of the job was.
     * A job that starts anew has an empty state, so it must see all messages.
     *
     * @param topic name without the prefix
     */
    public KafkaSource<Message> source(String topic) {
        KafkaSourceBuilder<Message> builder =
                KafkaSource.<Message>builder()
                        .setBootstrapServers(servers)
                        .setTopics(topic(topic))
                        .setGroupId(topic(topic))
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(new MessageReader());
        if (untilEnd) {
            builder.setBounded(OffsetsInitializer.latest());
        }
        return builder.build();
    }

    /**
     * Writes messages in Kafka transactions that are committed when a Flink checkpoint is complete:
     * readers with {@code isolation.level=read_committed} see each message once, whatever fails.
     *
     * @param job name that tells jobs with the same prefix apart
     */
    public Sink<OutgoingMessage> sink(String job) {
        return KafkaSink.<OutgoingMessage>builder()
                .setBootstrapServers(servers)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(topicPrefix + job)
                .setProperty(
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        Long.toString(TRANSACTION_TIMEOUT.toMillis()))
                .setRecordSerializer(new MessageWriter(topicPrefix))
                .build();
    }
}
