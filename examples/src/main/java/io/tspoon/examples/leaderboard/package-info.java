/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Votes for contestants, in the order in which they come: the leaderboard of S-Store (Meehan et
 * al., VLDB 2015, section 4.1.1).
 *
 * <p>It imports what a user would: {@link io.tspoon.api} and {@link io.tspoon.transaction}. Nobody
 * imports it.
 */
@NullMarked
package io.tspoon.examples.leaderboard;

import org.jspecify.annotations.NullMarked;
