/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The transactional part of the job, whatever {@link Program} it has. Change the rules of voting in
 * {@link #check} and in {@link Show}.
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
    static final String THE_SHOW = "show";

    private LeaderboardGraph() {}

    /**
     * Executes each vote as one transaction: the vote is recorded under its phone and counted, and
     * after every {@code removeEvery} votes the last contestant is removed. At PL4 votes take
     * effect in the order in which they enter.
     *
     * @return one result for each message; a committed one carries the board after the vote
     */
    static DataStream<TransactionResult<Board>> execute(
            DataStream<IncomingVote> messages,
            Program program,
            List<String> contestants,
            long removeEvery) {
        return program.count(
                        TransactionalGraph.named("leaderboard")
                                .isolation(IsolationLevel.PL4)
                                .openTransaction(messages, IncomingVote::key)
                                .process(LeaderboardGraph::wellFormed, Vote.class),
                        contestants,
                        removeEvery)
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
     * Aborts the transaction of a vote that does not count.
     *
     * @param before contestant for whom the phone voted before; null for none
     */
    static void check(
            Show show,
            String contestant,
            @Nullable String before,
            StateContext<Board> transaction) {
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
    }
}
