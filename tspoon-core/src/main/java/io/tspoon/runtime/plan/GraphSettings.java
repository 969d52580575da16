/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.protocol.regime.Regime;
import io.tspoon.protocol.regime.ResultOrder;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.ExceptionPolicy;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.annotation.Internal;
import org.apache.flink.util.function.FunctionWithException;
import org.apache.flink.util.function.SupplierWithException;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * The settings of one t-graph, as its operators need them.
 *
 * @param graph name of the t-graph
 * @param isolation isolation level
 * @param concurrencyControl how transactions are isolated from each other
 * @param maxInFlight highest number of transactions in flight for each coordinator
 * @param maxBlockTransactions a block is sent at the latest when it holds this many transactions
 * @param eagerBlocks blocks are sent at once while fewer than this many are under way to a
 *     participant
 * @param cacheCapacity number of keys whose values an instance of a stateful operator keeps at hand
 * @param deadlineMs a transaction that takes longer fails the job
 * @param heartbeatMs how often an idle coordinator reports its progress
 * @param acceptsLoss whether a run goes on if what earlier runs logged is damaged, gone, or not
 *     asked for any more
 * @param log how outcomes are logged; null if they are not
 * @param read how the states can be read from outside; null if they cannot
 * @param results in which order results leave
 * @param calls what bounds calls, if the t-graph is opened for any
 * @param onException what follows if a function throws an exception for an element of a stream
 * @param returnedInputs which results give their elements back
 */
@Internal
public record GraphSettings(
        String graph,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        int maxInFlight,
        int maxBlockTransactions,
        int eagerBlocks,
        int cacheCapacity,
        long deadlineMs,
        long heartbeatMs,
        boolean acceptsLoss,
        @Nullable LogSettings log,
        @Nullable ReadSettings read,
        ResultOrder results,
        CallSettings calls,
        ExceptionPolicy onException,
        ReturnedInputs returnedInputs)
        implements Serializable {

    /**
     * Settings of a t-graph without calls, whose results leave as soon as they are ready, and whose
     * job fails with its functions. Results do not give their elements back.
     */
    public GraphSettings(
            String graph,
            IsolationLevel isolation,
            ConcurrencyControl concurrencyControl,
            int maxInFlight,
            int maxBlockTransactions,
            int eagerBlocks,
            int cacheCapacity,
            long deadlineMs,
            long heartbeatMs,
            boolean acceptsLoss,
            @Nullable LogSettings log,
            @Nullable ReadSettings read) {
        this(
                graph,
                isolation,
                concurrencyControl,
                maxInFlight,
                maxBlockTransactions,
                eagerBlocks,
                cacheCapacity,
                deadlineMs,
                heartbeatMs,
                acceptsLoss,
                log,
                read,
                ResultOrder.AS_READY,
                CallSettings.DEFAULT,
                ExceptionPolicy.FAIL_JOB,
                ReturnedInputs.NONE);
    }

    /**
     * The most bytes that the elements which an attempt sends to one receiver may have, so that a
     * block of them can be built, sent and read.
     */
    public static final int MAX_SENT_BYTES = 1 << 30;

    /**
     * Does what the durability asks for. Nobody else looks whether there is a log.
     *
     * @param atCheckpoints if outcomes are not logged
     * @param logged if they are
     */
    public <R, X extends Exception> R byDurability(
            SupplierWithException<R, X> atCheckpoints,
            FunctionWithException<LogSettings, R, X> logged)
            throws X {
        return log == null ? atCheckpoints.get() : logged.apply(log);
    }

    /** What these settings mean for transactions. */
    public Regime regime() {
        return Regime.of(isolation, concurrencyControl, durability(), results);
    }

    private Durability durability() {
        return byDurability(() -> Durability.CHECKPOINT, settings -> Durability.LOG);
    }

    /** The most bytes that the outcome of a transaction may have. */
    public int maxOutcomeBytes() {
        return byDurability(
                () -> MAX_SENT_BYTES,
                settings -> Math.min(MAX_SENT_BYTES, settings.log().maxTransactionBytes()));
    }

    private boolean isLossOfConcern() {
        return acceptsLoss || durability() == Durability.LOG;
    }

    /** One line, with the names of the options and without secrets. */
    @Override
    public String toString() {
        return "isolation="
                + isolation
                + ", concurrency-control="
                + concurrencyControl
                + ", max-in-flight="
                + maxInFlight
                + ", max-block-size="
                + maxBlockTransactions
                + ", cache-capacity="
                + cacheCapacity
                + ", deadline="
                + deadlineMs
                + " ms, heartbeat="
                + heartbeatMs
                + " ms, durability="
                + byDurability(() -> "CHECKPOINT", settings -> "LOG, " + settings)
                + (results == ResultOrder.OF_ENTRY ? ", ordered-results=true" : "")
                + (onException == ExceptionPolicy.ABORT ? ", on-exception=ABORT" : "")
                + (returnedInputs == ReturnedInputs.NONE ? "" : ", return-inputs=" + returnedInputs)
                + (isLossOfConcern() ? ", log-accept-loss=" + acceptsLoss : "")
                + ", queryable="
                + (read == null ? "false" : "true, " + read + ", " + calls);
    }
}
