/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

/** A line of a board: the number of votes of a contestant. */
public record Standing(String contestant, long votes) {}
