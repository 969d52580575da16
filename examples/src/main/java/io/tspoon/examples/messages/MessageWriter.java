/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes each message to the Kafka topic that it names. Tells the sink which topics these may be,
 * where it then looks for transactions that an earlier run has left open.
 */
final class MessageWriter
        implements KafkaRecordSerializationSchema<OutgoingMessage>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;

    private final String topicPrefix;
    private final ArrayList<String> topics = new ArrayList<>();

    /**
     * @param topics names without the prefix
     */
    MessageWriter(String topicPrefix, List<String> topics) {
        this.topicPrefix = topicPrefix;
        topics.forEach(topic -> this.topics.add(topicPrefix + topic));
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return Optional.of(
                new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(topics)));
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            OutgoingMessage message, KafkaSinkContext context, @Nullable Long timestamp) {
        return new ProducerRecord<>(
                topicPrefix + message.topic(), bytes(message.key()), bytes(message.text()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
