/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

/** An access of a simulated transaction, with what its last run has seen and done. */
final class SimulatedAccess {
    final SimulatedTransaction transaction;
    final long seed;
    final int participant;
    final int key;
    final AccessMode mode;
    final boolean mayFail;

    /** What is added to the balance, if the application is a bank. */
    final long amount;

    int begun;
    int runs;
    @Nullable Long seen;
    @Nullable Long after;
    boolean failed;

    SimulatedAccess(
            SimulatedTransaction transaction,
            long seed,
            int participant,
            int key,
            AccessMode mode,
            boolean mayFail,
            long amount) {
        this.transaction = transaction;
        this.seed = seed;
        this.participant = participant;
        this.key = key;
        this.mode = mode;
        this.mayFail = mayFail;
        this.amount = amount;
    }

    @Override
    public String toString() {
        return mode
                + " at "
                + participant
                + "/"
                + key
                + " seen="
                + seen
                + " after="
                + after
                + (mayFail ? " may fail" : "")
                + (failed ? " failed" : "");
    }
}
