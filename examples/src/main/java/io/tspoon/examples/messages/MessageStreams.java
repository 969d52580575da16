/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.text.LineSource;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

import java.util.List;

/** Connects a job with its messages, as the settings say. Attach other sources and sinks here. */
public final class MessageStreams {
    private final StreamExecutionEnvironment env;
    private final MessageSettings settings;

    public MessageStreams(StreamExecutionEnvironment env, MessageSettings settings) {
        this.env = env;
        this.settings = settings;
    }

    /**
     * The messages to process. Files and generators keep their order, Kafka that of each partition.
     *
     * @param topic topic to read with Kafka, without the prefix
     * @param generator makes the message of a number, always the same one
     */
    public DataStream<Message> read(String topic, GeneratorFunction<Long, String> generator) {
        KafkaSettings kafka = settings.kafka();
        if (kafka != null) {
            return env.fromSource(
                            kafka.source(topic), WatermarkStrategy.noWatermarks(), topic + " topic")
                    .uid(topic + "-topic");
        }
        MessageFile file = settings.file();
        return file == null ? generate(topic, generator) : lines(topic, file);
    }

    private DataStream<Message> generate(String topic, GeneratorFunction<Long, String> generator) {
        RateLimiterStrategy<?> pace =
                settings.rate() > 0
                        ? RateLimiterStrategy.perSecond(settings.rate())
                        : RateLimiterStrategy.noOp();
        GeneratorFunction<Long, Message> messages =
                number -> Message.text("generated", generator.map(number));
        return env.fromSource(
                        new DataGeneratorSource<>(
                                messages,
                                settings.count(),
                                pace,
                                TypeInformation.of(Message.class)),
                        WatermarkStrategy.noWatermarks(),
                        "generated " + topic)
                .uid("generated-" + topic)
                .setParallelism(1);
    }

    private DataStream<Message> lines(String topic, MessageFile file) {
        return env.fromSource(
                        new LineSource<>(file),
                        WatermarkStrategy.noWatermarks(),
                        topic + " file",
                        TypeInformation.of(Message.class))
                .uid(topic + "-lines")
                .setParallelism(1);
    }

    /**
     * Writes messages to Kafka exactly once, if Kafka is used. Always keeps the first few for the
     * summary.
     *
     * @param job name that distinguishes jobs with the same topic prefix
     * @param topics topics of the messages, without the prefix
     */
    public void write(String job, List<String> topics, DataStream<OutgoingMessage> messages) {
        SingleOutputStreamOperator<OutgoingMessage> seen =
                messages.map(new FirstMessages()).name("first messages");
        KafkaSettings kafka = settings.kafka();
        if (kafka == null) {
            seen.sinkTo(new DiscardingSink<>()).name("no topics").uid("no-topics");
        } else {
            seen.sinkTo(kafka.sink(job, topics)).name("topics").uid("topics");
        }
    }
}
