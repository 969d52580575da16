/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.Nullable;

/**
 * A message that should contain a vote.
 *
 * @param key id of the vote; place of the message if it is malformed
 * @param vote the vote; null if the message is malformed
 * @param problem why the message is malformed; empty if it is not
 */
public record IncomingVote(String key, @Nullable Vote vote, String problem) {}
