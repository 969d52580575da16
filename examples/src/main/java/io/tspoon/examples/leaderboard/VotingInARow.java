/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.List;
import java.util.Objects;

/** Two states, one after the other; the show keeps the window of its last votes itself. */
final class VotingInARow {
    private VotingInARow() {}

    static TransactionalStream<Board> count(
            TransactionalStream<Vote> votes, List<String> contestants, long removeEvery) {
        return votes.keyBy(Vote::phone)
                .apply(LeaderboardGraph.BALLOTS, VotingInARow::record, CastVote.class)
                .keyBy(cast -> LeaderboardGraph.THE_SHOW)
                .apply(
                        LeaderboardGraph.SHOW.initialValue(Show.of(contestants)),
                        (show, cast, transaction) -> count(show, cast, removeEvery, transaction),
                        Board.class);
    }

    /**
     * Records every vote. Only {@link #count} can tell whether the phone may vote; an abort there
     * undoes this.
     */
    private static void record(
            ValueAccess<String> ballot, Vote vote, StateContext<CastVote> transaction) {
        CastVote cast = new CastVote(vote.contestant(), ballot.get());
        ballot.set(vote.contestant());
        transaction.emit(cast);
    }

    private static void count(
            ValueAccess<Show> value,
            CastVote cast,
            long removeEvery,
            StateContext<Board> transaction) {
        Show show = Objects.requireNonNull(value.get(), "the state has an initial value");
        LeaderboardGraph.check(show, cast.contestant(), cast.before(), transaction);
        Show next = show.count(cast.contestant(), removeEvery).remember(cast.contestant());
        value.set(next);
        transaction.emit(next.board(cast.contestant(), next.recent()));
    }
}
