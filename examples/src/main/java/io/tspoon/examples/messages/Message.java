/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.jspecify.annotations.Nullable;

/**
 * A message as it came, not yet understood.
 *
 * @param origin where it was: {@code topic-partition@offset} in Kafka, else the file or {@code
 *     generated}
 * @param text usually JSON; null if the message has no value
 */
public record Message(String origin, @Nullable String text) {}
