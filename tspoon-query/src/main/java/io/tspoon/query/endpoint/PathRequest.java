/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import java.util.Map;
import java.util.Set;

/**
 * A request whose path is known.
 *
 * @param call the request as it was sent
 * @param caller who has sent it
 * @param variables the variable parts of its path, by name
 * @param parameters the parameters of its address, by name
 */
record PathRequest(
        HttpCall call,
        Caller caller,
        Map<String, String> variables,
        Map<String, String> parameters) {
    static final String JOB = "job";
    static final String GRAPH = "graph";
    static final String STATE = "state";
    static final String KEY = "key";
    static final String PROCEDURE = "procedure";
    static final String OPERATION = "operation";

    /** A variable part of the path, which must have one of that name. */
    String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("[TSP-4503] Cannot read path: it has no part " + name);
        }
        return value;
    }

    /** Refuses parameters that the path does not know. */
    void requireParameters(Set<String> known) {
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new QueryException(
                        FailureReason.INVALID_REQUEST,
                        "[TSP-4013] Cannot read request: there is an unknown parameter, known="
                                + known
                                + ".");
            }
        }
    }

    /** Refuses any parameter. */
    void requireNoParameters() {
        requireParameters(Set.of());
    }
}
