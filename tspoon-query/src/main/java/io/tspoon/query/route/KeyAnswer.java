/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

/**
 * The answer to a read of one key.
 *
 * @param timestamp timestamp of the answer
 * @param entry the key and its value
 */
public record KeyAnswer(long timestamp, AnsweredEntry entry) {}
