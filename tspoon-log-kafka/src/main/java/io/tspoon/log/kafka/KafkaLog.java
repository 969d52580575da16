/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.annotation.PublicEvolving;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A write-ahead log in Kafka. The outcomes of a t-graph are in one topic, those of each of its
 * coordinators in one partition.
 *
 * <pre>{@code
 * WriteAheadLog log =
 *         KafkaLog.builder()
 *                 .bootstrapServers("broker-1:9092,broker-2:9092,broker-3:9092")
 *                 .topic("bank-log")
 *                 .replicationFactor(3)
 *                 .property("security.protocol", "SSL")
 *                 .build();
 * }</pre>
 *
 * <p>The topic of the t-graph {@code transfers} is then {@code bank-log-transfers}. A uid prefix
 * that differs from the name takes the place of the name. The log creates a missing topic with one
 * partition for each coordinator, and adds partitions when there are more coordinators.
 *
 * <p>An existing topic must keep all messages until the log deletes them:
 *
 * <ul>
 *   <li>{@code cleanup.policy=delete}, {@code retention.ms=-1}, {@code retention.bytes=-1} and
 *       {@code unclean.leader.election.enable=false};
 *   <li>{@code max.message.bytes} and {@code segment.bytes} of 33,619,968 or more.
 * </ul>
 *
 * <p>Also set these, as the log does on topics that it creates:
 *
 * <ul>
 *   <li>{@code segment.bytes=67108864}: Kafka deletes whole files of a partition only, and never
 *       the last one, which grows to 1 GiB by default;
 *   <li>{@code message.timestamp.type=LogAppendTime}: otherwise brokers refuse what a process
 *       writes whose clock is an hour ahead of theirs.
 * </ul>
 *
 * <p>Durable means that all in-sync replicas have a message; Kafka does not wait for their disks.
 * So use several replicas, in places that do not lose power together, and {@code
 * min.insync.replicas} of 2 or more. Otherwise the last in-sync replica acknowledges alone, and
 * nobody notices what is lost with it; a job warns of that when it starts. A replication factor of
 * 3 sets it to 2 on topics that the log creates. With one replica, what its broker's disk loses is
 * lost.
 *
 * <p>Only one writer can write to a part. Opening the next one, as a restarted job does, shuts out
 * the earlier one, even if its process still runs and does not know that it was given up. A job
 * therefore opens its writers before it reads what earlier ones have left.
 *
 * <p>Where the brokers check permissions, the user needs {@code DESCRIBE}, {@code
 * DESCRIBE_CONFIGS}, {@code CREATE}, {@code ALTER}, {@code WRITE}, {@code READ} and {@code DELETE}
 * on the topic, and {@code DESCRIBE} and {@code WRITE} on the transactional id {@code
 * tspoon-log-<topic>-<part>}.
 *
 * <p>A broker that does not answer within the timeout fails the log, and so the job. Positions are
 * offsets of the messages that hold the segments' headers.
 */
@PublicEvolving
public final class KafkaLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    private final KafkaLogSettings settings;

    private KafkaLog(KafkaLogSettings settings) {
        this.settings = settings;
    }

    /** Starts the description of a log. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public int maxTransactionBytes() {
        return FlushLimits.MAX_TRANSACTION_BYTES;
    }

    @Override
    public void validate() {
        settings.check();
    }

    /** Returns the partitions of the topic; some may be empty. */
    @Override
    public List<Integer> parts(String graph) throws IOException {
        try (LogTopic topic = new LogTopic(settings, settings.topicOf(graph))) {
            return IntStream.range(0, topic.partitions()).boxed().toList();
        }
    }

    @Override
    public LogWriter openWriter(String graph, int part, LogFailure failure) throws IOException {
        LogPart place = place(graph, part);
        LogTopic topic = new LogTopic(settings, place.topic());
        try {
            topic.prepare(part);
            FencedProducer producer = FencedProducer.open(settings, place);
            return new KafkaLogWriter(settings, place, topic, producer, failure).start();
        } catch (IOException | RuntimeException e) {
            topic.close();
            throw e;
        }
    }

    @Override
    public LogReader openReader(String graph, int part, long position) throws IOException {
        return KafkaLogReader.open(settings, place(graph, part), position);
    }

    @Override
    public long shut(String graph, int part) throws IOException {
        LogPart place = place(graph, part);
        try (LogTopic topic = new LogTopic(settings, place.topic())) {
            topic.prepare(part);
            FencedProducer.open(settings, place).abandon();
            return topic.end(place);
        }
    }

    @Override
    public void deleteBefore(String graph, int part, long position) throws IOException {
        LogPart place = place(graph, part);
        try (LogTopic topic = new LogTopic(settings, place.topic())) {
            topic.delete(place, position);
        }
    }

    @Override
    public String toString() {
        return settings.toString();
    }

    private LogPart place(String graph, int part) {
        return new LogPart(settings.bootstrapServers(), settings.topicOf(graph), part);
    }

    /** Describes a log. Brokers and topic are required, everything else is optional. */
    @PublicEvolving
    public static final class Builder {
        private String bootstrapServers = "";
        private String topic = "";
        private int replicationFactor = KafkaLogSettings.BROKER_DEFAULT;
        private Duration timeout = Duration.ofSeconds(30);
        private Duration transactionTimeout = Duration.ofMinutes(10);
        private final Map<String, String> properties = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the brokers to connect to first, as {@code host:port,host:port}. */
        public Builder bootstrapServers(String servers) {
            this.bootstrapServers = servers;
            return this;
        }

        /**
         * Sets the prefix of the topics' names; a dash and the t-graph's name, or the prefix of its
         * uids, follow.
         */
        public Builder topic(String name) {
            this.topic = name;
            return this;
        }

        /**
         * Sets the number of replicas of topics that the log creates; a majority of them must
         * confirm what is durable. The default for both is the brokers' setting.
         */
        public Builder replicationFactor(int replicas) {
            this.replicationFactor = replicas;
            return this;
        }

        /**
         * Sets the time after which a broker that does not answer fails the log. From 1 s to 6
         * days; 30 s by default.
         *
         * <p>A task that is cancelled meanwhile waits for the brokers for three times as long, but
         * for 60 s at most. Nobody has seen what is not acknowledged by then.
         */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * Sets how long Kafka waits for a sign of life of a writer, and keeps its transaction open.
         * From 1 s to 24 days; 10 minutes by default. If the process pauses for three quarters of
         * this time, the log fails. Must not exceed the brokers' {@code
         * transaction.max.timeout.ms}.
         */
        public Builder transactionTimeout(Duration timeout) {
            this.transactionTimeout = timeout;
            return this;
        }

        /**
         * Sets a property of Kafka's clients, such as one for security.
         *
         * <p>The property travels in the job graph. Whoever can read that, in the JobManager or in
         * the storage of high availability, can read a password in it. Use a file that each process
         * has, or a {@code config.providers}.
         */
        public Builder property(String key, String value) {
            properties.put(key, value);
            return this;
        }

        /**
         * Returns the log. {@link KafkaLog#validate} checks it, which opening the t-graph calls.
         */
        public KafkaLog build() {
            return new KafkaLog(
                    new KafkaLogSettings(
                            bootstrapServers,
                            topic,
                            replicationFactor,
                            timeout,
                            transactionTimeout,
                            properties));
        }
    }
}
