/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

import java.time.Duration;
import java.util.List;

/**
 * The Kafka that a job works with.
 *
 * @param servers {@code host:port,...}
 * @param topicPrefix prefix of the names of all topics
 * @param untilEnd whether to read only the messages that are committed when the job starts
 * @param task what to do
 * @param checkpointInterval interval of checkpoints of an embedded Flink
 */
public record KafkaSettings(
        String servers,
        String topicPrefix,
        boolean untilEnd,
        Task task,
        Duration checkpointInterval) {
    /** What to do with the topics. */
    public enum Task {
        /** Run the job from the input topic to the output topics. */
        EXECUTE,
        /** Write generated messages to the input topic. */
        PRODUCE,
        /** Print the committed messages of the output topics. */
        SHOW
    }

    /** With the default isolation level consumers also get messages of aborted transactions. */
    static final String READ_COMMITTED = "read_committed";

    /** Less than the 15 minutes that brokers allow by default; longer than a job may be down. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(10);

    /** The full name of a topic. */
    public String topic(String name) {
        return topicPrefix + name;
    }

    /**
     * Reads the committed messages of a topic from the first one, or from the position in the job's
     * checkpoint or savepoint. A job that starts without state must see all messages. A transaction
     * that is open holds back what is behind it in its partition.
     *
     * @param topic name without the prefix
     */
    public KafkaSource<Message> source(String topic) {
        KafkaSourceBuilder<Message> builder =
                KafkaSource.<Message>builder()
                        .setBootstrapServers(servers)
                        .setTopics(topic(topic))
                        .setGroupId(topic(topic))
                        .setProperty(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED)
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        .setDeserializer(new MessageReader());
        if (untilEnd) {
            builder.setBounded(new CommittedEnd(servers));
        }
        return builder.build();
    }

    /**
     * Writes messages in Kafka transactions, which are committed when a Flink checkpoint is
     * complete. Readers with {@code isolation.level=read_committed} see each message exactly once.
     *
     * <p>Transactional ids are used again. With the connector's default, a new one for each
     * checkpoint, brokers keep an ever longer list of them for a week.
     *
     * @param job name that distinguishes sinks with the same prefix
     * @param topics topics of the messages, without the prefix
     */
    public Sink<OutgoingMessage> sink(String job, List<String> topics) {
        return KafkaSink.<OutgoingMessage>builder()
                .setBootstrapServers(servers)
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionNamingStrategy(TransactionNamingStrategy.POOLING)
                .setTransactionalIdPrefix(topicPrefix + job)
                .setProperty(
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        Long.toString(TRANSACTION_TIMEOUT.toMillis()))
                .setRecordSerializer(new MessageWriter(topicPrefix, topics))
                .build();
    }
}
