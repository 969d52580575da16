/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The topic of a t-graph. Creates and grows it, checks that Kafka deletes nothing by itself, and
 * deletes what is not needed any more. Has an admin client of its own, which is closed with it.
 */
final class LogTopic implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LogTopic.class);

    /** How often to look at a topic that is being created or grown. */
    private static final int MAX_LOOKS = 100;

    /** Short, because nothing that matters is on its way when the client is closed. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final KafkaLogSettings settings;
    private final String topic;
    private final Admin admin;

    LogTopic(KafkaLogSettings settings, String topic) throws IOException {
        this(settings, topic, client(settings, topic));
    }

    /**
     * @param admin closed with this
     */
    LogTopic(KafkaLogSettings settings, String topic, Admin admin) {
        this.settings = settings;
        this.topic = topic;
        this.admin = admin;
    }

    private static Admin client(KafkaLogSettings settings, String topic) throws IOException {
        try {
            return Admin.create(ClientProperties.admin(settings, "tspoon-log-" + topic));
        } catch (KafkaException e) {
            throw new IOException(
                    "[TSP-6001] Cannot open log: "
                            + e
                            + ", "
                            + place(settings, topic)
                            + ". Check brokers and properties in the log's settings",
                    e);
        }
    }

    /** The number of partitions; 0 if there is no topic. */
    int partitions() throws IOException {
        TopicDescription description = describe(false);
        return description == null ? 0 : description.partitions().size();
    }

    /**
     * Describes the topic; null if there is none.
     *
     * @param withRights whether to include the user's rights, if the brokers tell them
     */
    private @Nullable TopicDescription describe(boolean withRights) throws IOException {
        DescribeTopicsOptions options =
                new DescribeTopicsOptions().includeAuthorizedOperations(withRights);
        try {
            return Objects.requireNonNull(
                    await(admin.describeTopics(List.of(topic), options).allTopicNames())
                            .get(topic));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            if (withRights && e.getCause() instanceof UnsupportedVersionException) {
                return describe(false);
            }
            throw failed("TSP-6004", "look at topic of log", AclOperation.DESCRIBE, e);
        }
    }

    /**
     * Ensures that there is a partition for the part and that the topic may be used. Parts are
     * opened from many places at the same time, so others may create and grow the topic meanwhile.
     */
    void prepare(int part) throws IOException {
        long pauseMs = Math.max(1, settings.timeoutMs() / MAX_LOOKS);
        for (int look = 0; look < MAX_LOOKS; look++) {
            TopicDescription description = describe(true);
            if (description == null) {
                create(part + 1);
            } else if (description.partitions().size() <= part) {
                grow(part + 1);
            } else {
                Config config = describeConfig();
                if (config != null) {
                    check(part, description, config);
                    return;
                }
            }
            pause(pauseMs);
        }
        throw new IOException(
                "[TSP-6002] Cannot prepare topic of log: its partitions did not appear, partitions="
                        + (part + 1)
                        + ", "
                        + place()
                        + ". Look at the brokers' logs, or create it by hand");
    }

    private void check(int part, TopicDescription description, Config config) throws IOException {
        TopicSettings.check(config, place());
        checkMayBeRead(description);
        int replicas = description.partitions().get(part).replicas().size();
        String risk = TopicSettings.risk(config, replicas, place());
        // All parts see the same, so only one of them warns.
        if (risk != null && part == 0) {
            LOG.warn(risk);
        }
    }

    /**
     * Checks that the user may read. Otherwise only a recovery would find out, which is too late.
     */
    private void checkMayBeRead(TopicDescription description) throws IOException {
        Set<AclOperation> rights = description.authorizedOperations();
        // Brokers that report no rights at all do not know them.
        if (rights != null && !rights.isEmpty() && !rights.contains(AclOperation.READ)) {
            throw new IOException(
                    "[TSP-6003] Cannot use topic for log: the user may not read it, as recoveries"
                            + " do, "
                            + place()
                            + ". Give the user of the log's properties the right READ to the"
                            + " topic");
        }
    }

    /**
     * The end of the part. If nobody can write to it any more, it is behind everything that was
     * acknowledged. Whatever is written later is there or behind.
     */
    long end(LogPart part) throws IOException {
        try {
            return await(
                            admin.listOffsets(Map.of(part.partition(), OffsetSpec.latest()))
                                    .partitionResult(part.partition()))
                    .offset();
        } catch (ExecutionException e) {
            throw failed(
                    "TSP-6013",
                    "find end of log, partition=" + part.index(),
                    AclOperation.DESCRIBE,
                    e);
        }
    }

    /** Deletes what is before an offset, and waits for the brokers' confirmation. */
    void delete(LogPart part, long offset) throws IOException {
        try {
            await(deleteRecords(part, offset));
        } catch (ExecutionException e) {
            throw notDeleted(part, Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    /**
     * Deletes in the background. A failure is logged as a warning, and the next call makes up for
     * it. Takes at most the timeout.
     *
     * @return completed when the brokers have confirmed the deletion
     */
    CompletableFuture<Void> deleteBefore(LogPart part, long position) {
        return deleteRecords(part, position)
                .toCompletionStage()
                .whenComplete(
                        (done, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "[TSP-6300] Cannot delete segments of log: {}, position={},"
                                                + " {}. {}",
                                        failure.toString(),
                                        position,
                                        part,
                                        whatHelps(failure));
                            }
                        })
                .toCompletableFuture();
    }

    private static String whatHelps(Throwable failure) {
        return failure instanceof AuthorizationException
                ? "Give the user of the log's properties the right DELETE to the topic: until then"
                        + " the log grows"
                : "They are deleted with the next checkpoint";
    }

    private KafkaFuture<Void> deleteRecords(LogPart part, long offset) {
        return admin.deleteRecords(Map.of(part.partition(), RecordsToDelete.beforeOffset(offset)))
                .all();
    }

    static IOException notDeleted(LogPart part, Throwable cause) {
        return new IOException(
                "[TSP-6301] Cannot delete segments of log: "
                        + cause
                        + ", "
                        + part
                        + ". Check that the brokers can be reached and that the user has the right"
                        + " DELETE to the topic",
                cause);
    }

    @Override
    public void close() {
        admin.close(CLOSE_TIMEOUT);
    }

    private void create(int partitions) throws IOException {
        NewTopic wanted =
                new NewTopic(topic, partitions, (short) settings.replicationFactor())
                        .configs(TopicSettings.ofNew(settings.replicationFactor()));
        try {
            await(admin.createTopics(List.of(wanted)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw failed("TSP-6014", "create topic of log", AclOperation.CREATE, e);
            }
        }
    }

    private void grow(int partitions) throws IOException {
        try {
            await(
                    admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                            .all());
        } catch (ExecutionException e) {
            // Another part has grown the topic that far, or not all brokers know the topic yet.
            if (!(e.getCause() instanceof InvalidPartitionsException
                    || e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw failed("TSP-6015", "add partitions to topic of log", AclOperation.ALTER, e);
            }
        }
    }

    /** Null if the broker that was asked does not know the topic yet. */
    private @Nullable Config describeConfig() throws IOException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            return Objects.requireNonNull(
                    await(admin.describeConfigs(List.of(resource)).all()).get(resource));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            throw failed(
                    "TSP-6016", "check settings of topic of log", AclOperation.DESCRIBE_CONFIGS, e);
        }
    }

    private IOException failed(String code, String what, AclOperation right, ExecutionException e) {
        return new IOException(
                "["
                        + code
                        + "] Cannot "
                        + what
                        + ": "
                        + e.getCause()
                        + ", "
                        + place()
                        + ". Check that the brokers can be reached and that the user has the right "
                        + right
                        + " to the topic",
                e.getCause());
    }

    private String place() {
        return place(settings, topic);
    }

    private static String place(KafkaLogSettings settings, String topic) {
        return "topic=" + topic + ", bootstrapServers=" + settings.bootstrapServers();
    }

    private static <T> T await(KafkaFuture<T> future) throws ExecutionException, IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("[TSP-6005] Cannot prepare topic of log: interrupted");
    }
}
