/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Messages that are made up.
 *
 * @param generator makes the message of a number, always the same
 * @param count how many there are
 * @param rate how many a second; 0 for no limit
 */
public record GeneratedMessages(
        GeneratorFunction<Long, String> generator, long count, double rate) {}
