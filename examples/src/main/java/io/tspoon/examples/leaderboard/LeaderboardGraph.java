/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

import java.util.List;

/**
 * The transactional part of the job: two states, one after the other. Change the rules of voting in
 * {@code count} and in {@link Show}.
 */
final class LeaderboardGraph {
    static final String MALFORMED = "message is malformed";
    static final String UNKNOWN = "no such contestant";
    static final String IS_OUT = "contestant is out";
    static final String HAS_VOTED = "phone has voted";

    /** The contestant for whom each phone voted last. */
    static final StateSpec<String, String> BALLOTS =
            StateSpec.named("ballots", String.class, String.class);

    /** The standing of the show. */
    static final StateSpec<String, Show> SHOW = StateSpec.named("show", String.class, Show.class);

    /** The only key of {@link #SHOW}. */
    private static final String THE_SHOW = "show";

    private LeaderboardGraph() {}

    /**
     * Executes each vote as one transaction: the vote is recorded under its phone and counted, and
     * after every {@code removeEvery} votes the last contestant is removed. At PL4 votes take
     * effect in the order in which they enter.
     *
     * @return one result for each message; a committed one carries the board after the vote
     */
    static DataStream<TransactionResult<Board>> execute(
            DataStream<IncomingVote> messages, List<String> contestants, long removeEvery) {
        return TransactionalGraph.named("leaderboard")
                .isolation(IsolationLevel.PL4)
                .openTransaction(messages, IncomingVote::key)
                .process(LeaderboardGraph::wellFormed, Vote.class)
                .keyBy(Vote::phone)
                .apply(BALLOTS, LeaderboardGraph::record, CastVote.class)
                .keyBy(cast -> THE_SHOW)
                .apply(
                        SHOW.initialValue(Show.of(contestants)),
                        (show, cast, transaction) -> count(show, cast, removeEvery, transaction),
                        Board.class)
                .closeTransaction();
    }

    private static void wellFormed(
            IncomingVote message, TransactionContext transaction, Collector<Vote> out) {
        Vote vote = message.vote();
        if (vote == null) {
            transaction.abort(MALFORMED, "problem", message.problem());
        } else {
            out.collect(vote);
        }
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
        Show show = value.get();
        if (show == null) {
            throw new IllegalStateException("Cannot count vote: the state has no initial value");
        }
        String contestant = cast.contestant();
        String before = cast.before();
        if (!show.knows(contestant)) {
            transaction.abort(UNKNOWN, "contestant", contestant);
        }
        if (!show.hasIn(contestant)) {
            transaction.abort(IS_OUT, "contestant", contestant);
        }
        // A phone gets its vote back if its contestant has been removed since.
        if (before != null && show.hasIn(before)) {
            transaction.abort(HAS_VOTED, "contestant", before);
        }
        Show counted = show.count(contestant);
        Show next = counted.counted() % removeEvery == 0 ? counted.removeLast() : counted;
        value.set(next);
        transaction.emit(next.board(contestant));
    }
}
