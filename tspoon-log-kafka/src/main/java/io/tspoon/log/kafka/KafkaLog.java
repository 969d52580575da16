/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogFailure;
import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.WriteAheadLog;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A write-ahead log in Kafka: the outcomes of a t-graph are in one topic, those of each of its
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
 * <p>The topic of the t-graph {@code transfers} is then {@code bank-log-transfers}; a prefix of its
 * uids that is not its name takes the place of that. If the topic is missing it is created, with as
 * many partitions as there are coordinators, and grown when there are more. If it exists, it must
 * keep all messages until the log deletes them: {@code cleanup.policy=delete}, {@code
 * retention.ms=-1}, {@code retention.bytes=-1}, {@code unclean.leader.election.enable=false}, and
 * {@code max.message.bytes} and {@code segment.bytes} of 33,619,968 or more. Set {@code
 * segment.bytes=67108864} on it, as the log does on those it creates: Kafka deletes whole files of
 * a partition, and never the last, which has 1 GiB by default; and {@code
 * message.timestamp.type=LogAppendTime}, or brokers refuse what a process writes whose clock is an
 * hour ahead of theirs.
 *
 * <p>Durable means that all replicas in sync have a message. Kafka does not wait for their disks.
 * So use several replicas, in places that do not lose power together, and {@code
 * min.insync.replicas} of 2 or more, or the last replica in sync acknowledges alone, and what is
 * lost with it is missed by nobody: a job warns of that when it starts. A replication factor of 3
 * sets it for topics the log creates. With one replica what its broker's disk loses is lost.
 *
 * <p>One writer only can write to a part: opening the next one, as a restarted job does, shuts out
 * the one before, even if its process still runs and does not know that it is written off. A job
 * therefore opens its writers before it reads what earlier ones have left.
 *
 * <p>Where the brokers check rights, the user needs {@code DESCRIBE}, {@code DESCRIBE_CONFIGS},
 * {@code CREATE}, {@code ALTER}, {@code WRITE}, {@code READ} and {@code DELETE} on the topic, and
 * {@code DESCRIBE} and {@code WRITE} on the transactional id {@code tspoon-log-<topic>-<part>}.
 *
 * <p>A broker that does not answer within the timeout fails the log, and so the job. Positions are
 * offsets of the messages that hold the segments' headers.
 */
public final class KafkaLog implements WriteAheadLog {
    private static final long serialVersionUID = 1L;

    private final KafkaLogSettings settings;

    private KafkaLog(KafkaLogSettings settings) {
        this.settings = settings;
    }

    /** Begins the description of a log. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void validate() {
        settings.check();
    }

    /** The partitions of the topic; some may be empty. */
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

    /** Says where the log is. Brokers and topic must be given, the rest may be. */
    public static final class Builder {
        private String bootstrapServers = "";
        private String topic = "";
        private int replicationFactor = KafkaLogSettings.BROKER_DEFAULT;
        private Duration timeout = Duration.ofSeconds(30);
        private Duration transactionTimeout = Duration.ofMinutes(10);
        private final Map<String, String> properties = new TreeMap<>();

        private Builder() {}

        /** Brokers to begin with, as {@code host:port,host:port}. */
        public Builder bootstrapServers(String servers) {
            this.bootstrapServers = servers;
            return this;
        }

        /**
         * What the names of the topics begin with; a dash and the t-graph's name, or the prefix of
         * its uids, follow.
         */
        public Builder topic(String name) {
            this.topic = name;
            return this;
        }

        /**
         * How many replicas a topic has that the log creates; a majority of them must confirm what
         * is durable. Default: what the brokers are set to, for both.
         */
        public Builder replicationFactor(int replicas) {
            this.replicationFactor = replicas;
            return this;
        }

        /**
         * After which a broker that does not answer fails the log. Default: 30 s. A task that ends
         * meanwhile, as it was cancelled, waits for the brokers for three times this, but for 60 s
         * at most; what is not acknowledged by then nobody has seen.
         */
        public Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        /**
         * How long Kafka lets a writer go on without a sign of life, and keeps a transaction open.
         * A pause of the process of three quarters of this fails the log. Not more than the
         * brokers' {@code transaction.max.timeout.ms}. Default: 10 minutes.
         */
        public Builder transactionTimeout(Duration timeout) {
            this.transactionTimeout = timeout;
            return this;
        }

        /**
         * A property of Kafka's clients, such as one for security. It travels in the job graph: who
         * can read that, in the JobManager or in the storage of high availability, can read a
         * password in here. Name a file that each process has, or a {@code config.providers}.
         */
        public Builder property(String key, String value) {
            properties.put(key, value);
            return this;
        }

        /** The log; {@link KafkaLog#validate} checks it. */
        public KafkaLog build() {
            return new KafkaLog(
                    new KafkaLogSettings(
                            bootstrapServers,
                            topic,
                            replicationFactor,
                            timeout.toMillis(),
                            transactionTimeout.toMillis(),
                            properties));
        }
    }
}
