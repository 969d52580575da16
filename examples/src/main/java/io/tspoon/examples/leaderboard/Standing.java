/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

/** A line of a board: how many votes somebody has. */
public record Standing(String contestant, long votes) {}
