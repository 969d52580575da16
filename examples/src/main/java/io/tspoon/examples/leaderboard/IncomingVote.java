/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.Nullable;

/**
 * A message that should be a vote.
 *
 * @param key the vote's id; where the message was, if it is malformed
 * @param vote null if it is malformed
 * @param problem why it is malformed; empty if it is not
 */
public record IncomingVote(String key, @Nullable Vote vote, String problem) {}
