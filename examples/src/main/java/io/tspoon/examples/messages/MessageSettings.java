/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.jspecify.annotations.Nullable;

/**
 * Where messages come from: from Kafka, else from a file, else from a generator.
 *
 * @param file URI of a file with one message in a line; null for none
 * @param count how many messages are generated
 * @param rate how many a second; 0 for no limit
 * @param seed of the generator
 * @param parallelism 0 for that of the environment
 * @param kafka null for none
 */
public record MessageSettings(
        @Nullable String file,
        long count,
        double rate,
        long seed,
        int parallelism,
        @Nullable KafkaSettings kafka) {}
