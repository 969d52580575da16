/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Applications beside the bank: TStream's four, S-Store's leaderboard, and Linear Road.
 *
 * <p>An application is written once, as functions over the value of one key. They run as
 * transactions, as plain Flink, and one after the other in a map: the oracle of all results.
 */
@NullMarked
package io.tspoon.benchmarks.apps;

import org.jspecify.annotations.NullMarked;
