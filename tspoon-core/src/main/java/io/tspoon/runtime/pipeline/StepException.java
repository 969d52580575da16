/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

/** Carries a checked exception of user code through a collector. */
final class StepException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What user code has thrown. */
    static Exception thrownBy(Exception failure) {
        return failure instanceof StepException step && step.getCause() instanceof Exception cause
                ? cause
                : failure;
    }

    StepException(Exception cause) {
        super("[TSP-2110] A function inside the t-graph failed: " + cause, cause);
    }
}
