/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.List;

/**
 * What the screen shows after a vote.
 *
 * @param contestant contestant who got the vote
 * @param counted votes counted so far
 * @param top the three contestants with the most votes, the best first
 * @param bottom the three contestants with the fewest votes, the worst first
 * @param trending the three contestants with the most of the last 100 votes
 * @param removed contestant who was removed after this vote; empty for none
 */
public record Board(
        String contestant,
        long counted,
        List<Standing> top,
        List<Standing> bottom,
        List<Standing> trending,
        String removed) {}
