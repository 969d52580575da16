/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

/**
 * The elements that a stateless operation emits.
 *
 * @param <T> type of the elements
 */
@PublicEvolving
public final class StepStream<T> extends TransactionalStream<T> {
    private final StepNode<T> step;

    StepStream(GraphBuilder builder, StepNode<T> step) {
        super(builder, step.output());
        this.step = step;
    }

    /**
     * Names the operation, so that reasons of aborts and exceptions tell which one it was: {@link
     * io.tspoon.transaction.AbortReason#operator}. Without a name they say {@code map}, {@code
     * filter}, {@code flatMap} or {@code process}.
     *
     * @param name a letter, then up to 63 letters, digits, {@code _} or {@code -}
     * @return the elements that the operation emits
     * @throws InvalidGraphException if the name is invalid, or the t-graph is closed
     */
    public TransactionalStream<T> named(String name) {
        GraphTypes.checkName("operation", name);
        builder().rename(step, name);
        return new TransactionalStream<>(builder(), node());
    }
}
