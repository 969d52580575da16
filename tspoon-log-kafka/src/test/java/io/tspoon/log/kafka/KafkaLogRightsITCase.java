/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import io.tspoon.log.LogReader;
import io.tspoon.log.LogWriter;
import io.tspoon.runtime.log.LoggedMessages;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import static io.tspoon.log.kafka.LogFixtures.GRAPH;
import static io.tspoon.log.kafka.LogFixtures.append;
import static io.tspoon.log.kafka.LogFixtures.bytes;
import static io.tspoon.log.kafka.LogFixtures.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** The rights that the documentation of {@link KafkaLog} lists, against a broker that checks. */
@Timeout(120)
class KafkaLogRightsITCase {
    private static final Set<AclOperation> ON_TOPIC =
            EnumSet.of(
                    AclOperation.DESCRIBE,
                    AclOperation.DESCRIBE_CONFIGS,
                    AclOperation.CREATE,
                    AclOperation.ALTER,
                    AclOperation.WRITE,
                    AclOperation.READ,
                    AclOperation.DELETE);

    @RegisterExtension final NoFailure noFailure = new NoFailure();
    @TempDir Path directory;

    private BrokerProcess broker;
    private String topic;
    private KafkaLog log;

    /** Where no rights are given to anybody, all have all. */
    @BeforeEach
    void start(TestInfo test) throws Exception {
        broker =
                new BrokerProcess(
                        directory,
                        List.of(
                                "authorizer.class.name="
                                        + "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                                "allow.everyone.if.no.acl.found=true"));
        log = LogFixtures.logOf(test, broker.bootstrapServers());
        topic = LogFixtures.topicOf(test);
    }

    @AfterEach
    void stop() throws Exception {
        broker.close();
    }

    @Test
    void rightsThatAreListedSuffice() throws Exception {
        give(ON_TOPIC);

        for (int part = 0; part < 2; part++) {
            try (LogWriter writer = log.openWriter(GRAPH, part, noFailure)) {
                writer.roll(bytes("first"));
                append(writer, 1, "1");
                writer.deleteBefore(writer.roll(bytes("second")));
            }
            assertThat(read(log, part, LogReader.BEGINNING)).containsExactly(List.of("second"));
        }
    }

    /** Nothing is read at a first start, and at a recovery it would be too late. */
    @Test
    void rightsToSeeTheSettingsAndToReadAreNamedWhereTheyAreMissing() throws Exception {
        Set<AclOperation> given = EnumSet.copyOf(ON_TOPIC);
        given.removeAll(EnumSet.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.READ));
        give(given);

        assertThatThrownBy(() -> log.openWriter(GRAPH, 0, noFailure))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[TSP-6016] Cannot check settings of topic of log")
                .hasMessageContaining(topic)
                .hasMessageEndingWith("the user has the right DESCRIBE_CONFIGS to the topic");

        given.add(AclOperation.DESCRIBE_CONFIGS);
        give(given);

        assertThatThrownBy(() -> log.openWriter(GRAPH, 0, noFailure))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "[TSP-6003] Cannot use topic for log: the user may not read it")
                .hasMessageContaining(topic)
                .hasMessageEndingWith("the right READ to the topic");
    }

    /** The metric tells what is there, and nobody waits for a checkpoint that does not help. */
    @Test
    void rightToDeleteIsNamedWhereItIsMissingAndNothingCountsAsDeleted() throws Exception {
        Set<AclOperation> given = EnumSet.copyOf(ON_TOPIC);
        given.remove(AclOperation.DELETE);
        give(given);

        LogWriter writer = log.openWriter(GRAPH, 0, noFailure);
        try (LoggedMessages messages = new LoggedMessages(LogTopic.class)) {
            writer.roll(bytes("first"));
            append(writer, 1, "1");
            long position = writer.roll(bytes("second"));
            long before = writer.bytes();
            writer.deleteBefore(position);

            assertThatThrownBy(writer::close)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("[TSP-6301] Cannot delete segments of log")
                    .hasMessageEndingWith("the user has the right DELETE to the topic");
            assertThat(writer.bytes()).isEqualTo(before);
            assertThat(messages.all())
                    .singleElement(STRING)
                    .startsWith("[TSP-6300] Cannot delete segments of log")
                    .contains(topic)
                    .contains("the right DELETE to the topic")
                    .doesNotContain("with the next checkpoint");
        }
        assertThat(read(log, 0, LogReader.BEGINNING))
                .containsExactly(List.of("first", "1"), List.of("second"));
    }

    @Test
    void rightToWriteAsTheTransactionalIdIsNamedWhereItIsMissing() throws Exception {
        give(ON_TOPIC, EnumSet.of(AclOperation.DESCRIBE));

        assertThatThrownBy(() -> log.openWriter(GRAPH, 1, noFailure))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[TSP-6100] Cannot open log for writing")
                .hasMessageContaining("TransactionalIdAuthorizationException")
                .hasMessageEndingWith(
                        "to describe and write as transactional id tspoon-log-" + topic + "-1")
                .hasMessageNotContaining("can be reached");
    }

    /** These rights on the topic to all, and the documented ones on the writers' ids. */
    private void give(Set<AclOperation> onTopic) throws Exception {
        give(onTopic, EnumSet.of(AclOperation.DESCRIBE, AclOperation.WRITE));
    }

    private void give(Set<AclOperation> onTopic, Set<AclOperation> onId) throws Exception {
        List<AclBinding> all = new ArrayList<>();
        for (AclOperation right : onTopic) {
            all.add(allowed(ResourceType.TOPIC, topic, right));
        }
        for (int part = 0; part < 2; part++) {
            String id = "tspoon-log-" + topic + "-" + part;
            for (AclOperation right : onId) {
                all.add(allowed(ResourceType.TRANSACTIONAL_ID, id, right));
            }
        }
        try (Admin admin = broker.admin()) {
            admin.createAcls(all).all().get();
            while (admin.describeAcls(AclBindingFilter.ANY).values().get().size() < all.size()) {
                Thread.onSpinWait();
            }
        }
    }

    private static AclBinding allowed(ResourceType type, String name, AclOperation right) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", right, AclPermissionType.ALLOW));
    }
}
