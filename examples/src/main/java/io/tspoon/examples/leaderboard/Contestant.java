/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import java.util.Comparator;

/**
 * A contestant of the show.
 *
 * @param votes number of votes; after the removal, the number at that moment
 * @param removedAt number of all votes counted when the contestant was removed; 0 while still in
 */
public record Contestant(String name, long votes, long removedAt) {
    /** From first place to last. */
    static final Comparator<Contestant> RANKING =
            Comparator.comparingLong(Contestant::votes).reversed().thenComparing(Contestant::name);

    boolean isIn() {
        return removedAt == 0;
    }

    Contestant withOneMore() {
        return new Contestant(name, votes + 1, removedAt);
    }

    Contestant removed(long after) {
        return new Contestant(name, votes, after);
    }
}
