/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.plan.GraphSettings;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** A transaction did not complete, or could not begin, before its deadline. Fails the job. */
@Internal
public final class TransactionTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransactionTimeoutException(String message) {
        super(message);
    }

    /**
     * The oldest transaction in flight has passed its deadline.
     *
     * @param logWaitingMs for how long outcomes have waited for the log; 0 if none do
     * @param holder a sentence that says who keeps all transactions waiting; may be empty
     */
    static TransactionTimeoutException of(
            AdmissionWindow<?> window,
            GraphSettings settings,
            long ageMs,
            long logWaitingMs,
            String holder) {
        Transaction<?> oldest = window.oldestInFlight();
        return new TransactionTimeoutException(
                "[TSP-2100] Cannot complete transaction: its deadline has passed, graph="
                        + settings.graph()
                        + ", ageMs="
                        + ageMs
                        + ", deadlineMs="
                        + settings.deadlineMs()
                        + ", inFlight="
                        + window.inFlight()
                        + describe(oldest)
                        + holder
                        + (logWaitingMs > ageMs / 2
                                ? adviceIfLogHangs(settings, logWaitingMs)
                                : adviceIfSlow(settings)));
    }

    /**
     * The advice if the log has made nothing durable for most of the time; everything else would
     * have gone on meanwhile.
     */
    private static String adviceIfLogHangs(GraphSettings settings, long logWaitingMs) {
        return ". It is the write-ahead log that outcomes wait for: it has made nothing durable,"
                + " and has not failed, logWaitingMs="
                + logWaitingMs
                + ". See whether its disk, file server or brokers answer, and mend them; the job"
                + " goes on by itself then. If they are only slow at times, raise "
                + option(settings, "deadline", settings.deadlineMs() + " ms")
                + ".";
    }

    private static String adviceIfSlow(GraphSettings settings) {
        return ". Either two TaskManagers do not reach each other: mend the network. Or"
                + " a function inside the t-graph, a hot key, the log or the consumer of"
                + " the results is slower than the deadline allows for so many in flight:"
                + " give the processes more CPU, lower "
                + option(settings, "max-in-flight", settings.maxInFlight())
                + ", or raise "
                + option(settings, "deadline", settings.deadlineMs() + " ms")
                + ".";
    }

    /** An element that waits until its coordinator is back has passed its deadline. */
    static TransactionTimeoutException ofJoining(GraphSettings settings, long ageMs) {
        return new TransactionTimeoutException(
                "[TSP-2101] Cannot begin transaction: not all stateful operators answer, graph="
                        + settings.graph()
                        + ", ageMs="
                        + ageMs
                        + ", deadlineMs="
                        + settings.deadlineMs()
                        + ". Either two TaskManagers do not reach each other: mend the network. Or"
                        + " a function inside the t-graph holds its thread for longer than the"
                        + " deadline allows: make it shorter, or raise "
                        + option(settings, "deadline", settings.deadlineMs() + " ms")
                        + ".");
    }

    private static String option(GraphSettings settings, String name, Object value) {
        return "tspoon." + settings.graph() + "." + name + "=" + value;
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
