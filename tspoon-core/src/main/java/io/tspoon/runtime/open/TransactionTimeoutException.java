/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.AdmissionWindow;
import io.tspoon.protocol.Transaction;
import io.tspoon.runtime.plan.GraphSettings;

import org.jspecify.annotations.Nullable;

/** A transaction did not complete before its deadline. Fails the job. */
public final class TransactionTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransactionTimeoutException(String message) {
        super(message);
    }

    /** Throws if the oldest transaction in flight has passed its deadline. */
    static void check(AdmissionWindow<?> window, GraphSettings settings) {
        int inFlight = window.inFlight();
        long ageMs = (System.nanoTime() - window.oldestNanos()) / 1_000_000;
        if (inFlight == 0 || ageMs <= settings.deadlineMs()) {
            return;
        }
        Transaction<?> oldest = window.oldestInFlight();
        throw new TransactionTimeoutException(
                "Cannot complete transaction: its deadline has passed, graph="
                        + settings.graph()
                        + ", ageMs="
                        + ageMs
                        + ", deadlineMs="
                        + settings.deadlineMs()
                        + ", inFlight="
                        + inFlight
                        + describe(oldest)
                        + ". A function inside the t-graph or the consumer of its results is"
                        + " slower than the deadline allows: make it faster, admit fewer"
                        + " transactions at a time, or raise the deadline.");
    }

    private static String describe(@Nullable Transaction<?> transaction) {
        return transaction == null
                ? ""
                : ", id="
                        + transaction.id()
                        + ", attempts="
                        + transaction.attempts()
                        + ", element="
                        + transaction.element();
    }
}
