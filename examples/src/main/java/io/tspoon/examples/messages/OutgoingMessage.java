/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

/**
 * A message to be written.
 *
 * @param topic where to, without the prefix of the topics
 * @param key by which Kafka chooses the partition
 * @param text usually JSON
 */
public record OutgoingMessage(String topic, String key, String text) {}
