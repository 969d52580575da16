/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/** A function of the program has failed, and the job with it. Says where, and for which element. */
@Internal
public final class FunctionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private FunctionException(String message, Exception cause) {
        super(message + ": " + UserTexts.of(StepException.thrownBy(cause)), cause);
    }

    /**
     * One in front of the first state, or one that gets the values of several keys.
     *
     * @param transaction its id
     */
    public static FunctionException inFront(
            String graph, long transaction, @Nullable Object element, Exception cause) {
        return new FunctionException(
                "[TSP-2129] Cannot execute transaction: a function inside the t-graph failed,"
                        + " graph="
                        + graph
                        + ", transaction="
                        + transaction
                        + ", element="
                        + UserTexts.of(element),
                cause);
    }

    /**
     * One of a state, or one behind it.
     *
     * @param failed what has failed
     * @param transaction names it by its coordinator, and its timestamp or slot there
     */
    public static FunctionException ofState(
            String failed,
            String graph,
            String state,
            String key,
            String transaction,
            @Nullable Object element,
            Exception cause) {
        return new FunctionException(
                "[TSP-2206] Cannot access state: "
                        + failed
                        + " failed, graph="
                        + graph
                        + ", state="
                        + state
                        + ", key="
                        + key
                        + ", "
                        + transaction
                        + ", element="
                        + UserTexts.of(element),
                cause);
    }
}
