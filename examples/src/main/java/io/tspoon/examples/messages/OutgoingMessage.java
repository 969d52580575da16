/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

/**
 * A message to write.
 *
 * @param topic topic without the prefix
 * @param key key by which Kafka chooses the partition
 * @param text usually JSON
 */
public record OutgoingMessage(String topic, String key, String text) {}
