/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * A part of a log and its place; {@link #toString} is for messages.
 *
 * @param bootstrapServers brokers to connect to first
 * @param topic the t-graph's topic
 * @param index of the coordinator, and of the partition
 */
record LogPart(String bootstrapServers, String topic, int index) {

    TopicPartition partition() {
        return new TopicPartition(topic, index);
    }

    /** The transactional id, through which Kafka lets only one writer write to the part. */
    String writerId() {
        return "tspoon-log-" + topic + "-" + index;
    }

    @Override
    public String toString() {
        return "topic=" + topic + ", partition=" + index + ", bootstrapServers=" + bootstrapServers;
    }
}
