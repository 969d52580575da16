/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.Procedure;
import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.apache.flink.annotation.Internal;

/**
 * Who has sent a request, and what it may do.
 *
 * @param name name by which its calls are told from those of others; empty if it has none
 * @param reads whether it may read
 * @param peering what it may ask as another server of the job
 * @param calls what it may call, write and change
 */
@Internal
public record Caller(String name, boolean reads, Peering peering, CallScopes calls) {
    /** What the sender of a request may ask as another server of the job. */
    public enum Peering {
        /** It is none. */
        NONE,
        /** It hands on reads. */
        READS,
        /** It hands on calls, too, and says whose they are. */
        CALLS
    }

    void require(Route.Right right) {
        if (right == Route.Right.READ && !reads) {
            throw forbidden(
                    "[TSP-4150] Cannot let request in: its token may not read, scope=read.");
        }
        if (right == Route.Right.SCALE && !calls.containScale()) {
            throw forbidden(
                    "[TSP-4178] Cannot change parallelism: the sender may not, scope=scale. Name a"
                            + " token with that scope in the tokens-file.");
        }
        if (right == Route.Right.PEER && peering == Peering.NONE) {
            throw forbidden(
                    "[TSP-4151] Cannot let request in: the path is for other servers of the job.");
        }
    }

    /** Refuses calls that this caller may not send. */
    void requireCall(String graph, String procedure) {
        if (!calls.containCall(graph, procedure)) {
            throw forbidden(
                    "[TSP-4135] Cannot execute call: its sender may not call the procedure, scope="
                            + CallScopes.call(graph, procedure)
                            + ". Name a token with that scope in the tokens-file.");
        }
        if (procedure.equals(Procedure.TRANSACT)) {
            throw new QueryException(
                    FailureReason.UNKNOWN_PROCEDURE,
                    "[TSP-4142] Cannot execute call: states are written at another path. Send the"
                            + " request to /v1/graphs/{graph}/transact.");
        }
    }

    /** Refuses a request if this caller may write no state at all. */
    void requireWrites(String graph) {
        if (!calls.containWrites(graph)) {
            throw unwritable(CallScopes.write(graph, "*"));
        }
    }

    /** Refuses what this caller may not write. */
    void requireWrite(String graph, String state) {
        if (!calls.containWrite(graph, state)) {
            throw unwritable(CallScopes.write(graph, state));
        }
    }

    private static QueryException unwritable(String scope) {
        return forbidden(
                "[TSP-4143] Cannot write states: its sender may not write all that it names,"
                        + " scope="
                        + scope
                        + ". Name a token with that scope in the tokens-file, or one for the"
                        + " single state.");
    }

    /** Refuses calls that it hands on. */
    void requireCalls() {
        if (peering != Peering.CALLS) {
            throw forbidden(
                    "[TSP-4151] Cannot let request in: the path is for other servers of the job.");
        }
    }

    private static QueryException forbidden(String message) {
        return new QueryException(FailureReason.FORBIDDEN, message);
    }
}
