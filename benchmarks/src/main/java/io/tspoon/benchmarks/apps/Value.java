/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.apps;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.jspecify.annotations.Nullable;

/**
 * The value of a key outside of any t-graph, for functions that were written for one.
 *
 * @param <V> value type
 */
final class Value<V> implements ValueAccess<V>, StateContext<Answer> {
    private final V before;
    private @Nullable V written;
    private long answer;

    Value(V before) {
        this.before = before;
    }

    /** Thrown out of a function that aborts. */
    static final class Rejected extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Rejected() {
            super("rejected", null, false, false);
        }
    }

    /** What the function wrote; null if nothing. */
    @Nullable V written() {
        return written;
    }

    /** The sum of what the function sent on. */
    long answer() {
        return answer;
    }

    @Override
    public V get() {
        return written == null ? before : written;
    }

    @Override
    public boolean exists() {
        return true;
    }

    @Override
    public void set(V value) {
        written = value;
    }

    @Override
    public void delete() {
        throw new UnsupportedOperationException("Cannot delete value: no application does");
    }

    @Override
    public void emit(Answer element) {
        answer += element.value();
    }

    @Override
    public void abort(@Nullable String reason, @Nullable Object... details) {
        throw new Rejected();
    }
}
