/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A user's settings of a log in Kafka. The properties are never printed, as they may hold
 * passwords.
 *
 * @param bootstrapServers brokers to connect to first, in the format of Kafka's clients
 * @param topic prefix of the topics' names; a dash and the t-graph's name or uid prefix follow
 * @param replicationFactor of topics that the log creates; {@link #BROKER_DEFAULT}
 * @param timeoutMs after which a broker that does not answer fails the log
 * @param transactionTimeoutMs after which Kafka ends the transaction of a writer that is gone
 * @param properties for all of Kafka's clients
 */
record KafkaLogSettings(
        String bootstrapServers,
        String topic,
        int replicationFactor,
        long timeoutMs,
        long transactionTimeoutMs,
        Map<String, String> properties)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int BROKER_DEFAULT = -1;

    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]+");

    /** The name of a t-graph has at most 64 characters, that of a topic 249. */
    private static final int MAX_TOPIC_LENGTH = 249 - 64 - 1;

    private static final long MIN_TIMEOUT_MS = 1_000;

    KafkaLogSettings {
        properties = new TreeMap<>(properties);
    }

    String topicOf(String graph) {
        return topic + "-" + graph;
    }

    /** See {@link KafkaLog#validate}. */
    void check() {
        if (bootstrapServers.isBlank()) {
            throw invalid("no brokers are given", "Call bootstrapServers(\"host:port,..\")");
        }
        if (!TOPIC.matcher(topic).matches() || topic.length() > MAX_TOPIC_LENGTH) {
            throw invalid(
                    "Kafka would refuse the topic, topic=" + topic,
                    "Use 1 to " + MAX_TOPIC_LENGTH + " of the characters a-z A-Z 0-9 . _ -");
        }
        if (replicationFactor != BROKER_DEFAULT
                && (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE)) {
            throw invalid(
                    "the replication factor is out of range, replicationFactor="
                            + replicationFactor,
                    "Use 1 or more, 3 to survive the loss of a broker");
        }
        if (timeoutMs < MIN_TIMEOUT_MS || timeoutMs > Integer.MAX_VALUE / 4) {
            throw invalid("the timeout is out of range, timeoutMs=" + timeoutMs, "Use 1 s or more");
        }
        if (transactionTimeoutMs < MIN_TIMEOUT_MS || transactionTimeoutMs > Integer.MAX_VALUE) {
            throw invalid(
                    "the timeout of transactions is out of range, transactionTimeoutMs="
                            + transactionTimeoutMs,
                    "Use 1 s or more, and no more than the brokers' transaction.max.timeout.ms");
        }
        for (String property : properties.keySet()) {
            if (ClientProperties.isOwn(property)) {
                throw invalid(
                        "the log sets this property itself, property=" + property,
                        "Leave it out; for the timeouts call timeout and transactionTimeout");
            }
        }
    }

    private static IllegalArgumentException invalid(String reason, String fix) {
        return new IllegalArgumentException("Cannot use log in Kafka: " + reason + ". " + fix);
    }

    @Override
    public String toString() {
        return "log in Kafka, bootstrapServers=" + bootstrapServers + ", topic=" + topic;
    }
}
