/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.Nullable;

/**
 * A vote that was recorded under its phone.
 *
 * @param before for whom the phone has voted before; null if for nobody
 */
public record CastVote(String contestant, @Nullable String before) {}
