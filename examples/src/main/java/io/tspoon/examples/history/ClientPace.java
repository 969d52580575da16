/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.history;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Makes transactions of the stream wait for the queries and calls of clients, so that all run side
 * by side until the end. Thread-safe.
 */
final class ClientPace {
    /** How many answers the transactions may run ahead. */
    private static final int AHEAD = 8;

    private final long transactions;
    private final long requests;
    private long entered;
    private long answered;
    private CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);

    /**
     * @param transactions number of transactions
     * @param requests number of queries and calls; 0 for no pace
     */
    ClientPace(long transactions, long requests) {
        this.transactions = transactions;
        this.requests = requests;
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
        return entered * requests <= (answered + AHEAD) * transactions;
    }
}
