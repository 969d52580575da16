/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads topics as a careful reader does: committed messages only. */
public final class TopicReader implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, String> consumer;
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final List<Read> read = new ArrayList<>();

    /** A message that was read. */
    public record Read(String topic, String key, String text) {}

    TopicReader(String servers, List<String> topics) {
        consumer =
                new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                servers,
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer());
        for (String topic : topics) {
            for (PartitionInfo partition : consumer.partitionsFor(topic)) {
                partitions.add(new TopicPartition(topic, partition.partition()));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads until the condition holds for all that was read. */
    void await(Predicate<List<Read>> condition) {
        long begin = System.nanoTime();
        while (!condition.test(read)) {
            assertThat(System.nanoTime() - begin)
                    .as("time in which to read more than %d messages", read.size())
                    .isLessThan(PATIENCE.toNanos());
            poll();
        }
    }

    /** Reads all there is. */
    public List<Read> toEnd() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        await(
                ignored ->
                        partitions.stream()
                                .allMatch(
                                        partition ->
                                                consumer.position(partition)
                                                        >= ends.get(partition)));
        return List.copyOf(read);
    }

    private void poll() {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
            read.add(new Read(record.topic(), record.key(), record.value()));
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
