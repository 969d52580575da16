/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import java.util.SplittableRandom;

/**
 * A vote for a contestant.
 *
 * @param number its place among all votes, from 1
 * @param phone whose vote it is
 * @param contestant whom it is for
 * @param start when the vote was due
 */
record Vote(long number, int phone, int contestant, long start) {
    /** Whose votes a tick gives: low contestants get more. */
    static Vote of(Tick tick, int phones) {
        SplittableRandom random = new SplittableRandom(tick.number());
        int one = random.nextInt(Board.CONTESTANTS);
        int other = random.nextInt(Board.CONTESTANTS);
        return new Vote(
                tick.number() + 1, random.nextInt(phones), Math.min(one, other), tick.start());
    }
}
