/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.messages;

import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * How to generate messages.
 *
 * @param generator makes the message of a number, always the same one
 * @param count number of messages
 * @param rate messages per second; 0 for no limit
 */
public record GeneratedMessages(
        GeneratorFunction<Long, String> generator, long count, double rate) {}
