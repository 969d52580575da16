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

/** The transactional part of the job: a chain of two states. */
final class LeaderboardGraph {
    static final String MALFORMED = "message is malformed";
    static final String UNKNOWN = "no such contestant";
    static final String IS_OUT = "contestant is out";
    static final String HAS_VOTED = "phone has voted";

    /** For whom each phone has voted last. */
    static final StateSpec<String, String> BALLOTS =
            StateSpec.named("ballots", String.class, String.class);

    /** Where the show stands. */
    static final StateSpec<String, Show> SHOW = StateSpec.named("show", String.class, Show.class);

    /** The one key of the show. */
    private static final String THE_SHOW = "show";

    private LeaderboardGraph() {}

    /**
     * Executes each vote as one transaction: it is recorded under its phone, counted, and after
     * every so many the last contestant is removed. Votes take effect in the order of their entry.
     *
     * @return one result for each message; a committed one carries the boards after the vote
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

    /** Whether the phone may vote is known only where the show is: an abort there undoes this. */
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
        // Who has voted for somebody that was removed since has the vote back.
        if (before != null && show.hasIn(before)) {
            transaction.abort(HAS_VOTED, "contestant", before);
        }
        Show counted = show.count(contestant);
        Show next = counted.counted() % removeEvery == 0 ? counted.removeLast() : counted;
        value.set(next);
        transaction.emit(next.board(contestant));
    }
}
