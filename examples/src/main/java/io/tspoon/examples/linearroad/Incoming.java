/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import org.jspecify.annotations.Nullable;

/**
 * A line that should contain a report or a question.
 *
 * @param key of the message; place of the line if it is malformed
 * @param message null if the line is malformed
 * @param problem why it is malformed; empty if it is not
 */
public record Incoming(String key, @Nullable RoadMessage message, String problem) {}
