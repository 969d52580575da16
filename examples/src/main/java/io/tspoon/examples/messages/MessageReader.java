/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.StrictText;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

import java.nio.charset.StandardCharsets;

/** Takes messages from Kafka without parsing them, so that malformed ones can be handled later. */
final class MessageReader implements KafkaRecordDeserializationSchema<Message> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway.Init")
    private transient StrictText text;

    @Override
    public void open(DeserializationSchema.InitializationContext context) {
        text = new StrictText(StandardCharsets.UTF_8);
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> read, Collector<Message> out) {
        String origin = read.topic() + "-" + read.partition() + "@" + read.offset();
        out.collect(Message.decode(origin, read.value(), text));
    }

    @Override
    public TypeInformation<Message> getProducedType() {
        return TypeInformation.of(Message.class);
    }
}
