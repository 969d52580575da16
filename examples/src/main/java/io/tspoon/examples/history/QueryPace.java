/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lets transactions enter no faster than queries are answered, so that the two meet all along. Safe
 * for all threads.
 */
final class QueryPace {
    /** Transactions run ahead of the queries by the share of so many. */
    private static final int AHEAD = 8;

    private final long transactions;
    private final long queries;
    private long entered;
    private long answered;
    private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);

    /**
     * @param transactions that will enter
     * @param queries that will be answered; 0 for no pace
     */
    QueryPace(long transactions, long queries) {
        this.transactions = transactions;
        this.queries = queries;
    }

    /** Done when one more transaction may enter; asked once for each, one after the other. */
    synchronized CompletionStage<Void> enter() {
        entered++;
        if (!mayEnter()) {
            turn = new CompletableFuture<>();
        }
        return turn;
    }

    synchronized void answered() {
        answered++;
        if (mayEnter()) {
            turn.complete(null);
        }
    }

    private boolean mayEnter() {
        return entered * queries <= (answered + AHEAD) * transactions;
    }
}
