/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log.kafka;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Explains why a part cannot be written and what helps: each cause has its own fix. */
final class WriteFailure {
    /** What helps if brokers do not answer, as the end of a sentence. */
    static final String CHECK_BROKERS =
            "check that the brokers can be reached, and that the partition has a leader and"
                    + " min.insync.replicas in sync";

    private static final String ONE_WRITER = "let one job only write to the log";

    private static final String CHECK_CREDENTIALS =
            "check the user's credentials in the log's properties";

    private static final String GIVE_RIGHTS =
            "give the user of the log's properties the rights to describe and write the topic, and"
                    + " to describe and write as transactional id ";

    private static final String TAKE_LARGER =
            "set max.message.bytes=" + FlushLimits.MAX_MESSAGE_BYTES + " on the topic, or more";

    private static final String SET_CLOCKS =
            "set message.timestamp.type=LogAppendTime on the topic, as on those that the log"
                    + " creates, or set the clocks of TaskManagers and brokers right";

    private WriteFailure() {}

    /**
     * The error if the part cannot be opened.
     *
     * @param cause exception of Kafka's clients
     * @param transactionTimeoutMs the transaction timeout that the log requests from the brokers
     * @return an error for the job, which includes the cause
     */
    static IOException ofOpening(Throwable cause, LogPart part, long transactionTimeoutMs) {
        String fix = fixByUser(cause, part);
        return new IOException(
                "[TSP-6100] Cannot open log for writing: "
                        + cause
                        + ", "
                        + part
                        + ". The job's restarts try again; "
                        + (fix == null ? fixOfBrokers(transactionTimeoutMs) : fix),
                cause);
    }

    private static String fixOfBrokers(long transactionTimeoutMs) {
        return "check that the brokers can be reached and take transactions: partitions of the"
                + " topic and of __transaction_state must have a leader and min.insync.replicas in"
                + " sync, transaction.state.log.replication.factor must not exceed the brokers'"
                + " number, transaction.max.timeout.ms not be less than "
                + transactionTimeoutMs;
    }

    /**
     * The error if the part cannot be written any more.
     *
     * @param cause exception of Kafka's clients or of the writer
     * @return an error for the job, which includes the cause
     */
    static IOException of(Throwable cause, LogPart part) {
        if (isShutOut(cause)) {
            return failed("TSP-6108", cause, part, ONE_WRITER);
        }
        if (isDueTo(cause, AuthenticationException.class)) {
            return failed("TSP-6109", cause, part, CHECK_CREDENTIALS);
        }
        if (isDueTo(cause, AuthorizationException.class)) {
            return failed("TSP-6110", cause, part, GIVE_RIGHTS + part.writerId());
        }
        if (cause instanceof FlushTooLargeException tooLarge) {
            String fix = tooLarge.fix() + ", for it fails again whenever so much comes at once";
            return failed("TSP-6111", cause, part, fix);
        }
        if (isDueTo(cause, RecordTooLargeException.class)) {
            return failed("TSP-6112", cause, part, TAKE_LARGER);
        }
        if (isDueTo(cause, InvalidTimestampException.class)) {
            return failed("TSP-6113", cause, part, SET_CLOCKS);
        }
        // The brokers lack a message before this one.
        if (isDueTo(cause, PartWentBackException.class)
                || isDueTo(cause, OutOfOrderSequenceException.class)) {
            return failed("TSP-6114", cause, part, PartWentBackException.FIX);
        }
        if (isDueTo(cause, RetriableException.class) || isDueTo(cause, TimeoutException.class)) {
            return failed("TSP-6115", cause, part, CHECK_BROKERS);
        }
        return failed("TSP-6101", cause, part, "look for the cause in it and in the brokers' logs");
    }

    private static IOException failed(String code, Throwable cause, LogPart part, String fix) {
        return new IOException(
                "["
                        + code
                        + "] Cannot write log: "
                        + reason(cause)
                        + ", "
                        + part
                        + ". The job fails and recovers from its last checkpoint and the log; "
                        + fix,
                cause);
    }

    private static String reason(Throwable cause) {
        if (isShutOut(cause)) {
            return "another writer was opened for the part, or the brokers took this one for dead";
        }
        if (cause instanceof FlushTooLargeException tooLarge) {
            return tooLarge.reason();
        }
        return cause instanceof PartWentBackException wentBack
                ? wentBack.reason()
                : cause.toString();
    }

    /** The fix for a cause on the writer's side; null for other causes. */
    private static @Nullable String fixByUser(Throwable cause, LogPart part) {
        if (isShutOut(cause)) {
            return ONE_WRITER;
        }
        if (isDueTo(cause, AuthenticationException.class)) {
            return CHECK_CREDENTIALS;
        }
        if (isDueTo(cause, AuthorizationException.class)) {
            return GIVE_RIGHTS + part.writerId();
        }
        return null;
    }

    private static boolean isShutOut(Throwable problem) {
        return isDueTo(problem, ProducerFencedException.class)
                || isDueTo(problem, InvalidProducerEpochException.class);
    }

    private static boolean isDueTo(Throwable problem, Class<? extends Throwable> type) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
