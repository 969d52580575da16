/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A write-ahead log in Kafka: a topic for each t-graph, a partition for each of its coordinators, a
 * message for each flush.
 *
 * <p>Imports {@code io.tspoon.log} and Kafka's clients only. Users import {@link
 * io.tspoon.log.kafka.KafkaLog}; nobody else imports this package.
 *
 * <p>The words are those of {@code docs/glossary.md}.
 */
@NullMarked
package io.tspoon.log.kafka;

import org.jspecify.annotations.NullMarked;
