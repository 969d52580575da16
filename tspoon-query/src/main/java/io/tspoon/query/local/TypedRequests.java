/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonProblem;
import io.tspoon.query.json.JsonType;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.List;

/**
 * Requests that are values of one type.
 *
 * @param procedure name of the procedure
 * @param type the type
 */
record TypedRequests(String procedure, JsonType<Object> type) implements RequestForm {
    @Override
    public JsonNode schema() {
        return type.schema();
    }

    @Override
    public Object read(JsonNode json) {
        try {
            return type.fromJson(json);
        } catch (IllegalArgumentException e) {
            JsonProblem problem = type.problem(e);
            throw new InvalidCall(
                    "[TSP-4137] Cannot execute call: its request does not fit the procedure,"
                            + " procedure="
                            + procedure
                            + ", at="
                            + problem.pointer()
                            + ": "
                            + problem.detail()
                            + ".",
                    List.of(problem));
        }
    }
}
