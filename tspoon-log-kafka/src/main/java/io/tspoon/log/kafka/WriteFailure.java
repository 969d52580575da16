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
                "Cannot open log for writing: "
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
        return new IOException(
                "Cannot write log: "
                        + reason(cause)
                        + ", "
                        + part
                        + ". The job fails and recovers from its last checkpoint and the log; "
                        + fix(cause, part),
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

    private static String fix(Throwable cause, LogPart part) {
        String byUser = fixByUser(cause, part);
        if (byUser != null) {
            return byUser;
        }
        if (cause instanceof FlushTooLargeException tooLarge) {
            return tooLarge.fix() + ", for it fails again whenever so much comes at once";
        }
        if (isDueTo(cause, RecordTooLargeException.class)) {
            return "set max.message.bytes="
                    + FlushLimits.MAX_MESSAGE_BYTES
                    + " on the topic, or more";
        }
        if (isDueTo(cause, InvalidTimestampException.class)) {
            return "set message.timestamp.type=LogAppendTime on the topic, as on those that the log"
                    + " creates, or set the clocks of TaskManagers and brokers right";
        }
        // The brokers lack a message before this one.
        if (isDueTo(cause, PartWentBackException.class)
                || isDueTo(cause, OutOfOrderSequenceException.class)) {
            return PartWentBackException.FIX;
        }
        if (isDueTo(cause, RetriableException.class) || isDueTo(cause, TimeoutException.class)) {
            return CHECK_BROKERS;
        }
        return "look for the cause in it and in the brokers' logs";
    }

    /** The fix for a cause on the writer's side; null for other causes. */
    private static @Nullable String fixByUser(Throwable cause, LogPart part) {
        if (isShutOut(cause)) {
            return "let one job only write to the log";
        }
        if (isDueTo(cause, AuthenticationException.class)) {
            return "check the user's credentials in the log's properties";
        }
        if (isDueTo(cause, AuthorizationException.class)) {
            return "give the user of the log's properties the rights to describe and write the"
                    + " topic, and to describe and write as transactional id "
                    + part.writerId();
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
