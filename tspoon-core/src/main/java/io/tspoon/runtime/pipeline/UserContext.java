/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionContext;

/** The abort method as user code sees it. */
public class UserContext implements TransactionContext {
    private final String operator;
    private final AbortCapture capture;

    /**
     * @param operator name that abort reasons carry
     * @param capture remembers the abort
     */
    public UserContext(String operator, AbortCapture capture) {
        this.operator = operator;
        this.capture = capture;
    }

    @Override
    public final void abort(String reason, Object... details) {
        if (details.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "Cannot abort transaction: details must be names and values in turn, operator="
                            + operator
                            + ", details="
                            + details.length);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < details.length; i += 2) {
            text.append(i == 0 ? "" : ", ").append(details[i]).append('=').append(details[i + 1]);
        }
        capture.abort(AbortReason.Kind.USER, operator, reason, text.toString());
    }

    /** Aborts because a value violates the constraint of the state. */
    public final void violate(String constraint) {
        capture.abort(AbortReason.Kind.CONSTRAINT, operator, constraint, "");
    }
}
