/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.transaction.TransactionContext;

import org.jspecify.annotations.Nullable;

/** The abort method as a stateless operation sees it. */
final class StepContext implements TransactionContext {
    private final String operation;
    private final AbortCapture capture;

    StepContext(String operation, AbortCapture capture) {
        this.operation = operation;
        this.capture = capture;
    }

    @Override
    public void abort(@Nullable String reason, @Nullable Object... details) {
        capture.abort(AbortReasons.byUser(operation, "", reason, details));
    }
}
