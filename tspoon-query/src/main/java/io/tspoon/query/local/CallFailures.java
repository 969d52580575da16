/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.call.CallException;
import io.tspoon.call.CallOutcome;
import io.tspoon.call.Procedure;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;
import io.tspoon.query.bound.Failures;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.peer.CallReply;

import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Makes failures of calls from what coordinators say. */
@Internal
public final class CallFailures {
    private static final Logger LOG = LoggerFactory.getLogger(CallFailures.class);

    private static final String TOO_ODD =
            "[TSP-4147] Cannot write outcome of call: the JSON of what it emitted cannot be made."
                    + " The log of the server has the cause.";

    private CallFailures() {}

    /** The coordinator of a key is not at this server. */
    public static CallFailure elsewhere(String graph, int coordinator) {
        return CallFailure.refused(
                FailureReason.MOVED,
                "[TSP-4144] Cannot execute call: its coordinator is not here, or not any more,"
                        + " graph="
                        + graph
                        + ", coordinator="
                        + coordinator
                        + ".");
    }

    /** There is no such procedure. */
    public static CallFailure unknownProcedure(String name, Collection<String> known) {
        if (name.equals(Procedure.TRANSACT)) {
            return CallFailure.refused(
                    FailureReason.UNKNOWN_PROCEDURE,
                    "[TSP-4140] Cannot write states: the t-graph has no state that others may"
                            + " write.");
        }
        return CallFailure.refused(
                FailureReason.UNKNOWN_PROCEDURE,
                "[TSP-4136] Cannot find procedure: the t-graph has none of this name, procedure="
                        + shortened(name)
                        + ", known="
                        + known.stream().filter(other -> !other.equals(Procedure.TRANSACT)).toList()
                        + ".");
    }

    private static String shortened(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "..." : text;
    }

    /** An outcome, or a failure if it cannot be written. */
    static CallReply told(LocalProcedure procedure, String key, CallOutcome outcome) {
        try {
            return procedure.told(key, outcome);
        } catch (RuntimeException e) {
            LOG.error(TOO_ODD, e);
            return CallFailure.unknown(FailureReason.INTERNAL, TOO_ODD);
        }
    }

    /** Why a coordinator has told no outcome. */
    static CallFailure of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (!(cause instanceof CallException call)) {
            QueryException known = Failures.of(cause);
            if (known.reason() == FailureReason.INTERNAL
                    && !(cause instanceof CancellationException)) { // nobody waits any more
                LOG.error("[TSP-4501] A request failed: {}", cause.getMessage(), cause);
            }
            return CallFailure.of(known);
        }
        String said = String.valueOf(call.getMessage());
        return switch (call.reason()) {
            case KEY_REUSED -> CallFailure.refused(FailureReason.KEY_REUSED, said);
            case OVERLOADED -> CallFailure.refused(FailureReason.OVERLOADED, said);
            case ENDED -> CallFailure.refused(FailureReason.ENDED, said);
            case TOO_FAR_AHEAD -> CallFailure.refused(FailureReason.INVALID_TOKEN, said);
            case NOT_OWNER -> CallFailure.refused(FailureReason.MOVED, said);
            case STOPPED -> CallFailure.unknown(FailureReason.MOVED, said);
        };
    }
}
