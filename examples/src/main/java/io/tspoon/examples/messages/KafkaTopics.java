/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.WrongUseException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** Works on topics outside a job: creates them, writes generated input, shows results. */
public final class KafkaTopics {
    private static final int TIMEOUT_MS = 15_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final double NANOS_PER_SECOND = 1e9;

    private final KafkaSettings settings;

    public KafkaTopics(KafkaSettings settings) {
        this.settings = settings;
    }

    /**
     * Prepares the job: creates missing topics, and fills or shows topics if the settings ask for
     * it.
     *
     * @param generated messages for the input topic; null if none can be generated
     * @return whether to run the job
     * @throws WrongUseException if no broker answers, or creating topics is not allowed
     */
    public boolean prepare(TopicPlan plan, @Nullable GeneratedMessages generated, PrintWriter out)
            throws Exception {
        create(plan.partitions(), plan.all());
        switch (settings.task()) {
            case EXECUTE -> {
                return true;
            }
            case PRODUCE -> {
                if (generated == null) {
                    throw new IllegalStateException("Cannot fill topic: nothing is generated");
                }
                fill(plan.input(), generated);
                out.printf(
                        Locale.ROOT,
                        "%,d messages are in %s%n",
                        generated.count(),
                        settings.topic(plan.input()));
            }
            case SHOW -> show(plan.outputs(), out);
        }
        return false;
    }

    /**
     * Creates missing topics, with the brokers' default number of replicas.
     *
     * @param names names without the prefix
     * @throws WrongUseException if no broker answers, or creating topics is not allowed
     */
    void create(int partitions, List<String> names) throws InterruptedException {
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
                throw unreachable(e);
            }
        }
    }

    /**
     * Writes generated messages to a topic.
     *
     * @param topic name without the prefix
     */
    void fill(String topic, GeneratedMessages generated) throws Exception {
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                settings.servers(),
                                ProducerConfig.LINGER_MS_CONFIG,
                                5,
                                // With more, a new partition may refuse the first batch, accept the
                                // second, and then never accept the first.
                                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                                1),
                        new StringSerializer(),
                        new StringSerializer())) {
            long start = System.nanoTime();
            for (long number = 0; number < generated.count() && failure.get() == null; number++) {
                awaitTurn(start, number, generated.rate());
                // The callback gets all failures.
                var unused =
                        producer.send(
                                new ProducerRecord<>(
                                        settings.topic(topic), generated.generator().map(number)),
                                (metadata, e) -> failure.compareAndSet(null, e));
            }
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private void show(List<String> topics, PrintWriter out) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                settings.servers(),
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                KafkaSettings.READ_COMMITTED),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (String topic : topics) {
                consumer.partitionsFor(settings.topic(topic))
                        .forEach(info -> partitions.add(partition(info)));
            }
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (partitions.stream().anyMatch(at -> consumer.position(at) < end(ends, at))) {
                for (ConsumerRecord<String, String> message : consumer.poll(POLL)) {
                    out.println(message.topic() + ": " + message.value());
                }
            }
        }
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return Objects.requireNonNull(ends.get(partition));
    }

    private static void awaitTurn(long start, long number, double perSecond) {
        if (perSecond > 0) {
            long turn = start + (long) (number / perSecond * NANOS_PER_SECOND);
            while (turn - System.nanoTime() > 0) {
                LockSupport.parkNanos(turn - System.nanoTime());
            }
        }
    }

    private WrongUseException unreachable(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new WrongUseException(
                "Cannot use Kafka: "
                        + cause.getMessage()
                        + ", --kafka="
                        + settings.servers()
                        + ". Check the address; examples/kafka starts a broker on this machine.",
                failure);
    }
}
