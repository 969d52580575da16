/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Objects;
import java.util.function.Function;

/**
 * The result of a question: an answer or a failure.
 *
 * @param <T> type of the answer
 */
@PublicEvolving
public sealed interface QueryResult<T> {
    /**
     * Returns the answer.
     *
     * @throws QueryFailedException if this is a failure
     */
    T orElseThrow();

    /**
     * Applies a function to the answer; a failure stays the same.
     *
     * @param function gives what the new answer holds, never null
     */
    <R> QueryResult<R> map(Function<? super T, ? extends R> function);

    /** Whether this is an {@link Answer}. */
    default boolean isAnswer() {
        return this instanceof Answer;
    }

    /**
     * An answer.
     *
     * @param value what was asked for
     * @param timestamp a token for {@link Consistency#after}: later answers then include what this
     *     one shows. 0 for descriptions and metrics, which belong to no snapshot
     */
    @PublicEvolving
    record Answer<T>(T value, ExecutionTimestamp timestamp) implements QueryResult<T> {
        public Answer {
            Objects.requireNonNull(value);
            Objects.requireNonNull(timestamp);
        }

        @Override
        public T orElseThrow() {
            return value;
        }

        @Override
        public <R> QueryResult<R> map(Function<? super T, ? extends R> function) {
            R mapped =
                    Objects.requireNonNull(
                            function.apply(value),
                            "[TSP-5109] Cannot map answer: the function gave null. Let it give an"
                                    + " Optional if there may be nothing.");
            return new Answer<>(mapped, timestamp);
        }
    }

    /**
     * A failure: there is no answer.
     *
     * @param reason why; its documentation says what to do
     * @param retryable whether the same question may be answered later
     * @param message what happened, in words
     */
    @PublicEvolving
    record Failure<T>(QueryFailureReason reason, boolean retryable, String message)
            implements QueryResult<T> {
        public Failure {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(message);
        }

        @Override
        public T orElseThrow() {
            throw new QueryFailedException(this);
        }

        @Override
        public <R> QueryResult<R> map(Function<? super T, ? extends R> function) {
            return new Failure<>(reason, retryable, message);
        }
    }
}
