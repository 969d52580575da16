/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Votes for contestants, counted in the order in which they arrive: the leaderboard of S-Store
 * (Meehan et al., VLDB 2015, section 4.1.1).
 *
 * <p>It imports what a user's job would: {@link io.tspoon.api} and {@link io.tspoon.transaction}.
 * No other package imports it. Start reading at {@code LeaderboardGraph}.
 */
@NullMarked
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.NullMarked;
