/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogWriter;
import io.tspoon.log.kafka.LogFixtures.Told;
import io.tspoon.runtime.log.LoggedMessages;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.append;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** The topic: as the log creates it, and as others leave it. */
@Timeout(120)
class KafkaLogTopicITCase {
    @RegisterExtension static final SharedBroker BROKER = new SharedBroker();
    @RegisterExtension final NoFailure noFailure = new NoFailure();

    private KafkaLogSettings settings;
    private KafkaLog log;
    private String topic;

    @BeforeEach
    void nameTopic(TestInfo test) {
        topic = LogFixtures.topicOf(test);
        log = LogFixtures.logOf(test, BROKER.bootstrapServers());
        settings =
                new KafkaLogSettings(
                        BROKER.bootstrapServers(),
                        "unused",
                        KafkaLogSettings.BROKER_DEFAULT,
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(1),
                        Map.of());
    }

    /** Kafka gives back whole files, and never the last. */
    @Test
    void filesOfACreatedTopicAreSmall() throws Exception {
        log.openWriter(GRAPH, 0, noFailure).close();

        try (Admin admin = BROKER.admin()) {
            Config config = admin.describeConfigs(List.of(resource())).all().get().get(resource());
            assertThat(config.get(TopicConfig.SEGMENT_BYTES_CONFIG).value()).isEqualTo("67108864");
        }
    }

    @Test
    void clockThatIsAheadDoesNotMatter(TestInfo test) throws Exception {
        try (LogWriter writer = ahead(test).openWriter(GRAPH, 0, noFailure)) {
            writer.roll(bytes("header"));
        }
    }

    @Test
    void topicThatRefusesAClockThatIsAheadIsToldWhatToSet(TestInfo test) throws Exception {
        log.openWriter(GRAPH, 0, noFailure).close();
        set(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
        Told told = new Told();
        LogWriter writer = ahead(test).openWriter(GRAPH, 0, told);

        assertThatThrownBy(() -> writer.roll(bytes("header"))).isInstanceOf(IOException.class);
        assertThat(told.awaitFailure())
                .hasMessageContaining("InvalidTimestampException")
                .hasMessageContaining("set message.timestamp.type=LogAppendTime on the topic");
        assertThatThrownBy(writer::close).isInstanceOf(IOException.class);
    }

    private static KafkaLog ahead(TestInfo test) {
        return LogFixtures.builderOf(test, BROKER.bootstrapServers())
                .property("interceptor.classes", Ahead.class.getName())
                .build();
    }

    /** A clock that is two hours ahead. */
    public static final class Ahead implements ProducerInterceptor<byte[], byte[]> {
        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> message) {
            return new ProducerRecord<>(
                    message.topic(),
                    message.partition(),
                    System.currentTimeMillis() + Duration.ofHours(2).toMillis(),
                    message.key(),
                    message.value());
        }

        @Override
        public void onAcknowledgement(RecordMetadata metadata, Exception exception) {}

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Within Kafka's transaction brokers may notice it themselves, between two they do not. */
    @ParameterizedTest(name = "between two transactions={0}")
    @ValueSource(booleans = {true, false})
    void topicThatWasCreatedAnewFailsTheWriter(boolean between, TestInfo test) throws Exception {
        KafkaLog committing =
                LogFixtures.builderOf(test, BROKER.bootstrapServers())
                        .transactionTimeout(Duration.ofSeconds(between ? 6 : 60))
                        .build();
        Told told = new Told();
        LogWriter writer = committing.openWriter(GRAPH, 0, told);
        writer.onDurable(told);
        writer.roll(bytes("header"));
        append(writer, 1, "acknowledged");
        told.awaitDurable(1);
        while (between && endOffset() < 3) {
            Thread.onSpinWait(); // the marker
        }

        createAnew();
        append(writer, 2, "lost at the next recovery");

        assertThat(told.awaitFailure())
                .hasMessageContaining(between ? "the partition went back" : "Cannot write log")
                .hasMessageContaining("Let nobody delete the topic or create it anew");
        assertThat(told.highest()).isEqualTo(1);
        assertThatThrownBy(writer::close).isInstanceOf(IOException.class);
    }

    private void createAnew() throws Exception {
        try (Admin admin = BROKER.admin()) {
            admin.deleteTopics(List.of(topic)).all().get();
            admin.createTopics(
                            List.of(
                                    new NewTopic(topic, 1, (short) 1)
                                            .configs(TopicSettings.ofNew(1))))
                    .all()
                    .get();
        }
    }

    private long endOffset() throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (Admin admin = BROKER.admin()) {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }

    /** Of several brokers one lists it, and another one is asked for its settings. */
    @Test
    void topicThatABrokerHasNotHeardOfYetIsLookedAtAgain() throws Exception {
        try (LogTopic looked = new LogTopic(settings, topic, new Late(clientProperties()))) {
            looked.prepare(0);

            assertThat(looked.partitions()).isEqualTo(1);
        }
    }

    /** Does not know of a topic at first. */
    private static final class Late extends ForwardingAdmin {
        private boolean asked;

        Late(Map<String, Object> properties) {
            super(properties);
        }

        @Override
        public DescribeConfigsResult describeConfigs(
                Collection<ConfigResource> resources, DescribeConfigsOptions options) {
            Collection<ConfigResource> known =
                    asked
                            ? resources
                            : List.of(new ConfigResource(ConfigResource.Type.TOPIC, "unknown"));
            asked = true;
            return super.describeConfigs(known, options);
        }
    }

    @Test
    void replicaThatAcknowledgesAloneIsWarnedOf() throws Exception {
        try (LoggedMessages messages = new LoggedMessages(LogTopic.class);
                LogTopic replicated =
                        new LogTopic(settings, topic, new Replicated(clientProperties()))) {
            replicated.prepare(1);
            assertThat(messages.all()).as("the first coordinator tells it").isEmpty();

            replicated.prepare(0);
            assertThat(messages.all())
                    .singleElement(STRING)
                    .contains("min.insync.replicas=1, replicas=2, topic=" + topic)
                    .contains("Set min.insync.replicas=2 on the topic");

            set(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
            replicated.prepare(0);
            assertThat(messages.all()).hasSize(1);
        }
    }

    /** Shows each replica twice, as two brokers would have it. */
    private static final class Replicated extends ForwardingAdmin {
        Replicated(Map<String, Object> properties) {
            super(properties);
        }

        @Override
        public DescribeTopicsResult describeTopics(
                TopicCollection topics, DescribeTopicsOptions options) {
            Map<String, KafkaFuture<TopicDescription>> shown = new HashMap<>();
            super.describeTopics(topics, options)
                    .topicNameValues()
                    .forEach(
                            (name, description) ->
                                    shown.put(name, description.thenApply(Replicated::twice)));
            return new DescribeTopicsResult(null, shown) {};
        }

        private static TopicDescription twice(TopicDescription topic) {
            return new TopicDescription(
                    topic.name(),
                    false,
                    topic.partitions().stream().map(Replicated::twice).toList(),
                    topic.authorizedOperations());
        }

        private static TopicPartitionInfo twice(TopicPartitionInfo partition) {
            Node leader = partition.leader();
            List<Node> both = List.of(leader, leader);
            return new TopicPartitionInfo(partition.partition(), leader, both, both);
        }
    }

    private Map<String, Object> clientProperties() {
        return ClientProperties.admin(settings, topic);
    }

    private ConfigResource resource() {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private void set(String key, String value) throws Exception {
        try (Admin admin = BROKER.admin()) {
            admin.incrementalAlterConfigs(
                            Map.of(
                                    resource(),
                                    List.of(
                                            new AlterConfigOp(
                                                    new ConfigEntry(key, value),
                                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }
}
