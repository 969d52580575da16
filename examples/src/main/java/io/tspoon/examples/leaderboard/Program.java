/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.leaderboard;

import io.tspoon.api.TransactionalStream;

import java.util.List;

/** The two programs, which give the same boards. */
enum Program {
    /** One procedure for each vote, in the partition of the show. */
    PROCEDURE {
        @Override
        TransactionalStream<Board> count(
                TransactionalStream<Vote> votes, List<String> contestants, long removeEvery) {
            return VotingProcedure.count(votes, contestants, removeEvery);
        }
    },

    /** Two states in a row: first that of the phone, then that of the show. */
    ROW {
        @Override
        TransactionalStream<Board> count(
                TransactionalStream<Vote> votes, List<String> contestants, long removeEvery) {
            return VotingInARow.count(votes, contestants, removeEvery);
        }
    };

    /** Counts votes, and gives the board after each. */
    abstract TransactionalStream<Board> count(
            TransactionalStream<Vote> votes, List<String> contestants, long removeEvery);
}
