/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of a log's topic: those with which the log creates a topic, and those that every
 * topic must have so that it takes everything the log writes and Kafka deletes nothing by itself.
 */
final class TopicSettings {
    /**
     * Kafka deletes only whole files of a partition, and never the one that is being written. So up
     * to this much more than needed is kept. Larger than any message.
     */
    static final int SEGMENT_BYTES = 64 << 20;

    private static final String UNLIMITED = "-1";

    /** Messages get the brokers' time, not that of the writer. */
    private static final String LOG_APPEND_TIME = "LogAppendTime";

    /** With fewer, a replica that is alone in sync acknowledges on its own. */
    private static final int MIN_IN_SYNC_REPLICAS = 2;

    private final Config config;
    private final String place;

    private TopicSettings(Config config, String place) {
        this.config = config;
        this.place = place;
    }

    /**
     * The settings of a new topic.
     *
     * @param replicationFactor as in {@link KafkaLogSettings}
     */
    static Map<String, String> ofNew(int replicationFactor) {
        Map<String, String> config = new HashMap<>();
        config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        config.put(TopicConfig.RETENTION_MS_CONFIG, UNLIMITED);
        config.put(TopicConfig.RETENTION_BYTES_CONFIG, UNLIMITED);
        config.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(SEGMENT_BYTES));
        config.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        config.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(FlushLimits.MAX_MESSAGE_BYTES));
        // Otherwise brokers refuse messages of a process whose clock is an hour ahead of theirs.
        config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, LOG_APPEND_TIME);
        if (replicationFactor > 0) {
            // With a majority, losing one of three brokers neither loses nor stops anything.
            config.put(
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                    Integer.toString(replicationFactor / 2 + 1));
        }
        return config;
    }

    /**
     * Refuses a topic that a log must not use.
     *
     * @param config the settings that the brokers report
     * @param place of the topic, for messages
     */
    static void check(Config config, String place) throws IOException {
        TopicSettings settings = new TopicSettings(config, place);
        settings.checkPolicy();
        for (String key :
                List.of(TopicConfig.RETENTION_MS_CONFIG, TopicConfig.RETENTION_BYTES_CONFIG)) {
            settings.checkIs(key, UNLIMITED, "Kafka would delete what recovery needs");
        }
        settings.checkIs(
                TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                "false",
                "a replica that lags could become leader and lose what is acknowledged");
        settings.checkHoldsLargest(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "flushes may be larger than its messages");
        settings.checkHoldsLargest(
                TopicConfig.SEGMENT_BYTES_CONFIG, "flushes may be larger than its files");
    }

    /**
     * The risk of a topic that may be used; null if there is none, or if it cannot be seen. A
     * single replica is taken for a deliberate choice.
     *
     * @param config the settings that the brokers report
     * @param replicas number of replicas of a partition
     * @param place of the topic, for messages
     */
    static @Nullable String risk(Config config, int replicas, String place) {
        String key = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
        ConfigEntry entry = config.get(key);
        if (replicas < MIN_IN_SYNC_REPLICAS
                || entry == null
                || entry.value() == null
                || Integer.parseInt(entry.value()) >= MIN_IN_SYNC_REPLICAS) {
            return null;
        }
        return "Topic of log may lose what is durable, and nobody notices: a replica that is alone"
                + " in sync acknowledges it, and may be lost itself, "
                + key
                + "="
                + entry.value()
                + ", replicas="
                + replicas
                + ", "
                + place
                + ". Set "
                + key
                + "="
                + MIN_IN_SYNC_REPLICAS
                + " on the topic; with three replicas the loss of one broker then stops nothing";
    }

    private void checkPolicy() throws IOException {
        String key = TopicConfig.CLEANUP_POLICY_CONFIG;
        String wanted = TopicConfig.CLEANUP_POLICY_DELETE;
        if (value(key, wanted).contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw refused("it is compacted", key, wanted);
        }
    }

    private void checkIs(String key, String wanted, String reason) throws IOException {
        if (!value(key, wanted).equals(wanted)) {
            throw refused(reason, key, wanted);
        }
    }

    private void checkHoldsLargest(String key, String reason) throws IOException {
        String wanted = Integer.toString(FlushLimits.MAX_MESSAGE_BYTES);
        if (Long.parseLong(value(key, wanted)) < FlushLimits.MAX_MESSAGE_BYTES) {
            throw refused(reason, key, wanted);
        }
    }

    /** A setting that the brokers do not report may have any value, so the topic is refused. */
    private String value(String key, String wanted) throws IOException {
        ConfigEntry entry = config.get(key);
        if (entry == null || entry.value() == null) {
            throw new IOException(
                    "[TSP-6006] Cannot use topic for log: the brokers do not show whether it keeps"
                            + " what is written, missing="
                            + key
                            + ", "
                            + place
                            + ". Use brokers that show "
                            + key
                            + ", and set it to "
                            + wanted
                            + " on the topic");
        }
        return entry.value();
    }

    private IOException refused(String reason, String key, String wanted) throws IOException {
        return new IOException(
                "[TSP-6007] Cannot use topic for log: "
                        + reason
                        + ", "
                        + key
                        + "="
                        + value(key, wanted)
                        + ", "
                        + place
                        + ". Set "
                        + key
                        + "="
                        + wanted
                        + " on the topic, or let the log create it");
    }
}
