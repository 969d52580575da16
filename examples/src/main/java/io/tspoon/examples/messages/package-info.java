/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads and writes the messages of the examples: from Kafka, a file or a generator, and exactly
 * once to Kafka.
 *
 * <p>Other examples import it; it imports {@code io.tspoon.examples.cli} and {@code
 * io.tspoon.examples.text}.
 */
@NullMarked
package io.tspoon.examples.messages;

import org.jspecify.annotations.NullMarked;
