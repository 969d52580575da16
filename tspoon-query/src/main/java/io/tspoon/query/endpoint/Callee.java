/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.call.Procedure;
import io.tspoon.query.FailureReason;
import io.tspoon.query.peer.CallFailure;
import io.tspoon.query.request.WriteClauses;

import com.fasterxml.jackson.databind.JsonNode;

/** What the calls at a path are for, and who may send them. */
enum Callee {
    /** The procedure that the path names. */
    PROCEDURE {
        @Override
        String admit(PathRequest request) {
            String procedure = request.variable(PathRequest.PROCEDURE);
            request.caller().requireCall(request.variable(PathRequest.GRAPH), procedure);
            return procedure;
        }

        @Override
        void admit(PathRequest request, JsonNode body) {}
    },
    /** The states that the body names. Whoever may write one also may expect something of it. */
    STATES {
        @Override
        String admit(PathRequest request) {
            request.caller().requireWrites(request.variable(PathRequest.GRAPH));
            return Procedure.TRANSACT;
        }

        @Override
        void admit(PathRequest request, JsonNode body) {
            String graph = request.variable(PathRequest.GRAPH);
            for (String state : clauses(body).states()) {
                request.caller().requireWrite(graph, state);
            }
        }
    };

    /**
     * The name of the procedure.
     *
     * @throws io.tspoon.query.QueryException if the sender may not call it, whatever the body says
     */
    abstract String admit(PathRequest request);

    /**
     * Refuses a body.
     *
     * @throws io.tspoon.query.QueryException if the sender may not call for what it says
     * @throws CallRefusal if it does not say that
     */
    abstract void admit(PathRequest request, JsonNode body);

    private static WriteClauses clauses(JsonNode body) {
        try {
            return WriteClauses.of(body);
        } catch (WriteClauses.Unfit e) {
            throw new CallRefusal(
                    new CallFailure(
                            FailureReason.INVALID_CALL,
                            CallFailure.Executed.NO,
                            "[TSP-4141] Cannot write states: the request is none, at="
                                    + e.problems().get(0).pointer()
                                    + ": "
                                    + e.problems().get(0).detail()
                                    + ".",
                            CallFailure.problems(e.problems())));
        }
    }
}
