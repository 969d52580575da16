/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.Nullable;

/**
 * A vote that was recorded under its phone.
 *
 * @param before contestant for whom the phone voted before; null for none
 */
public record CastVote(String contestant, @Nullable String before) {}
