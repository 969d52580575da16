/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.api.Partition;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.WindowAccess;
import io.tspoon.api.WindowSpec;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import java.util.List;
import java.util.Objects;

/**
 * One procedure for each vote. The phones, the standing and the last votes of a show are one
 * partition, so it looks at all of them, and writes all or nothing.
 */
final class VotingProcedure {
    private static final StateSpec<String, String> BALLOTS =
            LeaderboardGraph.BALLOTS.partitionedBy(
                    phone -> LeaderboardGraph.THE_SHOW, String.class);

    private static final StateSpec<String, Show> SHOW =
            LeaderboardGraph.SHOW.partitionedBy(show -> show, String.class);

    /** Contestants of the last votes. */
    private static final WindowSpec<String, String, Void> RECENT =
            WindowSpec.ofLast("recent", String.class, String.class, Show.WINDOW)
                    .partitionedBy(show -> show, String.class);

    private VotingProcedure() {}

    static TransactionalStream<Board> count(
            TransactionalStream<Vote> votes, List<String> contestants, long removeEvery) {
        StateSpec<String, Show> show = SHOW.initialValue(Show.of(contestants));
        return votes.partitionBy(vote -> LeaderboardGraph.THE_SHOW, String.class)
                .procedure(
                        (partition, vote, transaction) ->
                                count(partition, show, vote, removeEvery, transaction),
                        Board.class,
                        BALLOTS,
                        show,
                        RECENT);
    }

    private static void count(
            Partition partition,
            StateSpec<String, Show> shows,
            Vote vote,
            long removeEvery,
            StateContext<Board> transaction) {
        ValueAccess<Show> standing = partition.of(shows, LeaderboardGraph.THE_SHOW);
        ValueAccess<String> ballot = partition.of(BALLOTS, vote.phone());
        Show show = Objects.requireNonNull(standing.get(), "the state has an initial value");
        LeaderboardGraph.check(show, vote.contestant(), ballot.get(), transaction);
        ballot.set(vote.contestant());
        Show next = show.count(vote.contestant(), removeEvery);
        standing.set(next);
        WindowAccess<String, Void> recent = partition.of(RECENT, LeaderboardGraph.THE_SHOW);
        recent.add(vote.contestant());
        transaction.emit(next.board(vote.contestant(), recent.elements()));
    }
}
