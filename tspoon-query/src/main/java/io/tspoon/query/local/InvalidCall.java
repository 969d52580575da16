/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.FailureReason;
import io.tspoon.query.json.JsonProblem;
import io.tspoon.query.peer.CallFailure;

import java.io.Serial;
import java.util.List;

/** A request that is none of a procedure's. Thrown and caught in one thread. */
final class InvalidCall extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final transient CallFailure failure;

    InvalidCall(String message, List<JsonProblem> problems) {
        super(message, null, false, false);
        failure =
                new CallFailure(
                        FailureReason.INVALID_CALL,
                        CallFailure.Executed.NO,
                        message,
                        CallFailure.problems(problems));
    }

    CallFailure failure() {
        return failure;
    }
}
