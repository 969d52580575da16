/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Makes transactions wait for queries, so that both run side by side until the end. Thread-safe.
 */
final class QueryPace {
    /** How many queries the transactions may run ahead. */
    private static final int AHEAD = 8;

    private final long transactions;
    private final long queries;
    private long entered;
    private long answered;
    private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);

    /**
     * @param transactions number of transactions
     * @param queries number of queries; 0 for no pace
     */
    QueryPace(long transactions, long queries) {
        this.transactions = transactions;
        this.queries = queries;
    }

    /**
     * Done when one more transaction may enter. Called once for each transaction, one at a time.
     */
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
