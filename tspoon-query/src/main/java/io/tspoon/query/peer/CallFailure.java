/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.json.JsonProblem;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Why a call has no outcome.
 *
 * @param reason what its sender should know
 * @param executed whether it has had an effect
 * @param message what happened, behind its code
 * @param problems what is wrong with the request; empty if that is not why
 */
@Internal
public record CallFailure(
        FailureReason reason, Executed executed, String message, List<Problem> problems)
        implements CallReply {
    /** Whether a call that has failed was executed. */
    public enum Executed {
        /** It was not, and will not be. */
        NO,
        /** It may have been, or may yet be. Its key tells. */
        UNKNOWN;

        /** What is known if nothing but the reason is. */
        public static Executed of(FailureReason reason) {
            return switch (reason) {
                case TIMEOUT, MOVED, INTERNAL, RESULT_TOO_LARGE -> UNKNOWN;
                default -> NO;
            };
        }
    }

    /**
     * What is wrong with a request.
     *
     * @param pointer JSON pointer of the part; empty for the whole
     * @param detail what is wrong, in words
     */
    public record Problem(String pointer, String detail) {}

    /** What was found wrong with a request. */
    public static List<Problem> problems(List<JsonProblem> found) {
        return found.stream().map(one -> new Problem(one.pointer(), one.detail())).toList();
    }

    /** A failure of a call that was not executed. */
    public static CallFailure refused(FailureReason reason, String message) {
        return new CallFailure(reason, Executed.NO, message, List.of());
    }

    /** A failure of a call of which nobody knows whether it was executed. */
    public static CallFailure unknown(FailureReason reason, String message) {
        return new CallFailure(reason, Executed.UNKNOWN, message, List.of());
    }

    /** The failure of all calls of a request. */
    public static CallFailure of(QueryException failure) {
        return new CallFailure(
                failure.reason(),
                Executed.of(failure.reason()),
                String.valueOf(failure.getMessage()),
                List.of());
    }

    /** Whether another coordinator owns the key, or another server has it. */
    public boolean isElsewhere() {
        return reason == FailureReason.MOVED && executed == Executed.NO;
    }
}
