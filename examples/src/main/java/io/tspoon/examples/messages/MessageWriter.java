/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/** Writes each message to the Kafka topic that it names. */
final class MessageWriter implements KafkaRecordSerializationSchema<OutgoingMessage> {
    private static final long serialVersionUID = 1L;

    private final String topicPrefix;

    MessageWriter(String topicPrefix) {
        this.topicPrefix = topicPrefix;
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
