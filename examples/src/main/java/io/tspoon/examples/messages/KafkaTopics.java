/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.WrongUseException;

import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringSerializer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What is done with topics before a job runs: create them, and write generated input. */
public final class KafkaTopics {
    private static final int TIMEOUT_MS = 15_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final KafkaSettings settings;

    public KafkaTopics(KafkaSettings settings) {
        this.settings = settings;
    }

    /**
     * Creates the topics that are missing, with as many replicas as the brokers give by default.
     *
     * @param names without the prefix
     * @throws WrongUseException if no broker answers, or topics may not be created
     */
    public void create(int partitions, List<String> names) throws InterruptedException {
        try (Admin admin =
                Admin.create(
                        Map.of(
                                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                                settings.servers(),
                                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                TIMEOUT_MS,
                                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                                TIMEOUT_MS))) {
            for (String name : names) {
                create(admin, settings.topic(name), partitions);
            }
        } catch (KafkaException e) {
            throw unreachable(e);
        }
    }

    private void create(Admin admin, String topic, int partitions) throws InterruptedException {
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty());
        try {
            admin.createTopics(List.of(wanted)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw unreachable(e.getCause() == null ? e : e.getCause());
            }
        }
    }

    /**
     * Writes generated messages to a topic.
     *
     * @param topic without the prefix
     * @param perSecond 0 for no limit
     */
    public void fill(
            String topic, GeneratorFunction<Long, String> generator, long count, double perSecond)
            throws Exception {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                settings.servers(),
                                ProducerConfig.LINGER_MS_CONFIG,
                                5),
                        new StringSerializer(),
                        new StringSerializer())) {
            long start = System.nanoTime();
            for (long number = 0; number < count && failure.get() == null; number++) {
                awaitTurn(start, number, perSecond);
                producer.send(
                        new ProducerRecord<>(settings.topic(topic), generator.map(number)),
                        (metadata, e) -> failure.compareAndSet(null, e));
            }
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static void awaitTurn(long start, long number, double perSecond) {
        if (perSecond > 0) {
            long turn = start + (long) (number / perSecond * NANOS_PER_SECOND);
            while (turn - System.nanoTime() > 0) {
                LockSupport.parkNanos(turn - System.nanoTime());
            }
        }
    }

    private WrongUseException unreachable(Throwable cause) {
        return new WrongUseException(
                "Cannot use Kafka: "
                        + cause.getMessage()
                        + ", --kafka="
                        + settings.servers()
                        + ". Check the address; examples/kafka starts a broker on this machine.",
                cause);
    }
}
