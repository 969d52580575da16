/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A write-ahead log in a Kafka topic: one topic for each t-graph, one partition for each of its
 * coordinators, one message for each flush.
 *
 * <p>Imports {@code io.tspoon.log} and Kafka's clients only. Users import {@link
 * io.tspoon.log.kafka.KafkaLog}; nobody else imports this package.
 */
@NullMarked
package io.tspoon.log.kafka;

import org.jspecify.annotations.NullMarked;
