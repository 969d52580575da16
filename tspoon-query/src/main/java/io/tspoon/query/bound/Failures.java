/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.bound;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.QueryOptions;
import io.tspoon.read.ReadException;

import org.apache.flink.annotation.Internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Turns any failure into one that the sender of a request may see. */
@Internal
public final class Failures {
    private Failures() {}

    /**
     * The failure itself if the sender may see it; otherwise INTERNAL with the failure as its
     * cause.
     */
    public static QueryException of(Throwable failure) {
        Throwable cause = causeOf(failure);
        if (cause instanceof QueryException known) {
            return known;
        }
        if (cause instanceof ReadException read) {
            return new QueryException(reasonOf(read.reason()), messageOf(read));
        }
        if (cause instanceof TimeoutException) {
            return new QueryException(
                    FailureReason.TIMEOUT,
                    "[TSP-4200] Cannot answer: it took longer than the timeout.");
        }
        return new QueryException(
                FailureReason.INTERNAL, "[TSP-4500] Cannot answer: internal error.", cause);
    }

    /** What a future has failed with. */
    public static Throwable causeOf(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Turns exceptions that an action throws into a failed future. */
    public static <A, B> Function<A, CompletableFuture<B>> guarded(
            Function<A, CompletableFuture<B>> action) {
        return input -> {
            try {
                return action.apply(input);
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        };
    }

    /** Adds the option whose limit was exceeded; states do not know the options. */
    private static String messageOf(ReadException read) {
        String message = String.valueOf(read.getMessage());
        return read.reason() == ReadException.Reason.TOO_LARGE
                ? message + " (" + QueryOptions.MAX_SCANNED_KEYS.key() + ")"
                : message;
    }

    private static FailureReason reasonOf(ReadException.Reason reason) {
        return switch (reason) {
            case SNAPSHOT_TOO_OLD -> FailureReason.SNAPSHOT_TOO_OLD;
            case NOT_READY -> FailureReason.NOT_READY;
            case GONE -> FailureReason.MOVED;
            case TIMEOUT -> FailureReason.TIMEOUT;
            case OVERLOADED -> FailureReason.OVERLOADED;
            case IN_FUTURE -> FailureReason.INVALID_TOKEN;
            case TOO_LARGE -> FailureReason.RESULT_TOO_LARGE;
        };
    }
}
