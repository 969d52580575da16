/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.jspecify.annotations.Nullable;

/**
 * A message as it arrived, not yet parsed.
 *
 * @param origin place of the message: {@code topic-partition@offset} in Kafka, otherwise the file
 *     or {@code generated}
 * @param text usually JSON; null if the message has no value
 */
public record Message(String origin, @Nullable String text) {}
