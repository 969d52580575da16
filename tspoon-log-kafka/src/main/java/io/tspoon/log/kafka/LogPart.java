/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.common.TopicPartition;

/**
 * A part of a log and where it is; its text stands in messages.
 *
 * @param bootstrapServers brokers to begin with
 * @param topic the t-graph's topic
 * @param index of the coordinator, which is that of the partition
 */
record LogPart(String bootstrapServers, String topic, int index) {

    TopicPartition partition() {
        return new TopicPartition(topic, index);
    }

    /** One writer may write to the part; Kafka knows it by this name. */
    String writerId() {
        return "tspoon-log-" + topic + "-" + index;
    }

    @Override
    public String toString() {
        return "topic=" + topic + ", partition=" + index + ", bootstrapServers=" + bootstrapServers;
    }
}
