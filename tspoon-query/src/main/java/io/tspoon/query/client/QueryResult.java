/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import io.tspoon.transaction.ExecutionTimestamp;

import java.util.Objects;
import java.util.function.Function;

/**
 * What became of a question: an answer or a failure.
 *
 * @param <T> type of the answer
 */
public sealed interface QueryResult<T> {
    /**
     * The answer.
     *
     * @throws QueryFailedException if there is none
     */
    T orElseThrow();

    /** The same with the answer turned into something else. */
    <R> QueryResult<R> map(Function<? super T, ? extends R> function);

    /** Whether this is an {@link Answer}. */
    default boolean isAnswer() {
        return this instanceof Answer;
    }

    /**
     * An answer.
     *
     * @param value what was asked for
     * @param timestamp a token: whoever asks {@link Consistency#after} it sees at least what this
     *     answer shows; 0 for descriptions and metrics, which belong to no snapshot
     */
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
            return new Answer<>(function.apply(value), timestamp);
        }
    }

    /**
     * No answer.
     *
     * @param reason its documentation says what to do
     * @param retryable whether the same question may be answered later
     * @param message what happened, in words
     */
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
