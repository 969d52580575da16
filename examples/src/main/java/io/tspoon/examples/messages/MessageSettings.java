/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import io.tspoon.examples.cli.InputQuality;

import org.jspecify.annotations.Nullable;

/**
 * Where messages come from: Kafka, else a file, else a generator.
 *
 * @param file file with one message per line; null for none
 * @param count number of generated messages
 * @param rate messages per second; 0 for no limit
 * @param seed seed of the generator
 * @param parallelism parallelism of the job; 0 for that of the environment
 * @param kafka the Kafka to use; null for none
 * @param quality how many messages must be well-formed
 */
public record MessageSettings(
        @Nullable MessageFile file,
        long count,
        double rate,
        long seed,
        int parallelism,
        @Nullable KafkaSettings kafka,
        InputQuality quality) {}
