/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import java.io.Serializable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A user's settings of a log in Kafka. The properties are never printed, as they may hold
 * passwords. What is null is refused by {@link #check}, which the t-graph calls, so that the
 * message names it.
 *
 * @param bootstrapServers brokers to connect to first, in the format of Kafka's clients
 * @param topic prefix of the topics' names; a dash and the t-graph's name or uid prefix follow
 * @param replicationFactor of topics that the log creates; {@link #BROKER_DEFAULT}
 * @param timeout after which a broker that does not answer fails the log
 * @param transactionTimeout after which Kafka ends the transaction of a writer that is gone
 * @param properties for all of Kafka's clients
 */
record KafkaLogSettings(
        String bootstrapServers,
        String topic,
        int replicationFactor,
        Duration timeout,
        Duration transactionTimeout,
        Map<String, String> properties)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int BROKER_DEFAULT = -1;

    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]+");

    /** The name of a t-graph has at most 64 characters, that of a topic 249. */
    private static final int MAX_TOPIC_LENGTH = 249 - 64 - 1;

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(1);

    /** Kafka's clients count milliseconds in 31 bits; a quarter of that leaves room for sums. */
    private static final Duration MAX_TIMEOUT = Duration.ofDays(6);

    private static final Duration MAX_TRANSACTION_TIMEOUT = Duration.ofDays(24);

    KafkaLogSettings {
        properties = new LinkedHashMap<>(properties);
    }

    long timeoutMs() {
        return timeout.toMillis();
    }

    long transactionTimeoutMs() {
        return transactionTimeout.toMillis();
    }

    String topicOf(String graph) {
        return topic + "-" + graph;
    }

    /** See {@link KafkaLog#validate}. */
    void check() {
        if (bootstrapServers == null || bootstrapServers.isBlank()) {
            throw invalid(
                    "TSP-6000",
                    "no brokers are given, bootstrapServers=" + bootstrapServers,
                    "Call bootstrapServers(\"host:port,..\")");
        }
        if (topic == null || !TOPIC.matcher(topic).matches() || topic.length() > MAX_TOPIC_LENGTH) {
            throw invalid(
                    "TSP-6008",
                    "Kafka would refuse the topic, topic=" + topic,
                    "Use 1 to " + MAX_TOPIC_LENGTH + " of the characters a-z A-Z 0-9 . _ -");
        }
        if (replicationFactor != BROKER_DEFAULT
                && (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE)) {
            throw invalid(
                    "TSP-6009",
                    "the replication factor is out of range, replicationFactor="
                            + replicationFactor,
                    "Use 1 or more, 3 to survive the loss of a broker");
        }
        checkTime("timeout", timeout, MAX_TIMEOUT, "");
        checkTime(
                "transactionTimeout",
                transactionTimeout,
                MAX_TRANSACTION_TIMEOUT,
                ", and no more than the brokers' transaction.max.timeout.ms");
        properties.forEach(KafkaLogSettings::checkProperty);
    }

    private static void checkTime(String setting, Duration time, Duration most, String limit) {
        if (time == null || time.compareTo(MIN_TIMEOUT) < 0 || time.compareTo(most) > 0) {
            throw invalid(
                    "TSP-6010",
                    "a time is out of range, " + setting + "=" + time,
                    "Use 1 s to " + most.toDays() + " d" + limit);
        }
    }

    /** Never names the value. */
    private static void checkProperty(String property, String value) {
        if (property == null || value == null) {
            throw invalid(
                    "TSP-6011",
                    "the name or the value of a property is null, property=" + property,
                    "Give both, or leave the call out");
        }
        if (ClientProperties.isOwn(property)) {
            throw invalid(
                    "TSP-6012",
                    "the log sets this property itself, property=" + property,
                    "Leave it out; for the timeouts call timeout and transactionTimeout");
        }
    }

    private static IllegalArgumentException invalid(String code, String reason, String fix) {
        return new IllegalArgumentException(
                "[" + code + "] Cannot use log in Kafka: " + reason + ". " + fix);
    }

    @Override
    public String toString() {
        return "log in Kafka, bootstrapServers=" + bootstrapServers + ", topic=" + topic;
    }
}
