/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.InitialValue;

import org.jspecify.annotations.Nullable;

import java.io.Serializable;
import java.util.Objects;

/**
 * How the aggregate of a window is kept.
 *
 * @param initial that of no elements; null if the window has no aggregate
 * @param add adds an element; null likewise
 * @param remove removes one; null likewise
 */
record WindowAggregate<E, A>(
        @Nullable InitialValue<A> initial,
        @Nullable WindowFold<A, E> add,
        @Nullable WindowFold<A, E> remove)
        implements Serializable {
    static <E, A> WindowAggregate<E, A> none() {
        return new WindowAggregate<>(null, null, null);
    }

    boolean isNone() {
        return initial == null;
    }

    /** That of no elements; nobody else has the object. Null if the window has none. */
    @Nullable A ofNothing() {
        return initial == null ? null : initial.ofAll();
    }

    A plus(@Nullable A aggregate, E element) {
        return given(Objects.requireNonNull(add).apply(Objects.requireNonNull(aggregate), element));
    }

    A minus(@Nullable A aggregate, E element) {
        return given(
                Objects.requireNonNull(remove).apply(Objects.requireNonNull(aggregate), element));
    }

    private static <A> A given(A aggregate) {
        if (aggregate == null) {
            throw new NullPointerException(
                    "[TSP-1311] Cannot write aggregate of window: it is null. Let the functions"
                            + " given to aggregate return the value for no elements instead.");
        }
        return aggregate;
    }
}
