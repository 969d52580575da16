/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.List;

/**
 * What the screen shows after a vote.
 *
 * @param contestant whom the vote was for
 * @param counted votes that have been counted so far
 * @param top the first three, the best first
 * @param bottom the last three, the worst first
 * @param trending the three with the most of the last 100 votes
 * @param removed who was removed after this vote; empty if nobody
 */
public record Board(
        String contestant,
        long counted,
        List<Standing> top,
        List<Standing> bottom,
        List<Standing> trending,
        String removed) {}
