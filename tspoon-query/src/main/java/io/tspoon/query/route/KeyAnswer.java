/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;

/**
 * The answer to a read of one key.
 *
 * @param timestamp timestamp of the answer
 * @param entry the key and its value
 */
@Internal
public record KeyAnswer(long timestamp, AnsweredEntry entry) {}
