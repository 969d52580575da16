/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.Fallibility;
import io.tspoon.runtime.plan.Outlet;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.jspecify.annotations.Nullable;

/**
 * How elements of one stream come to a stateful operator, while the t-graph is built.
 *
 * @param input the stream; null if the elements come from functions in the open operator
 * @param keySelector gives the key of an element
 * @param serializer of the elements
 * @param fallibility which elements may abort their transaction there; an object of its own for
 *     each entry
 */
record Entry<T, K>(
        @Nullable StreamNode<T> input,
        KeySelector<T, K> keySelector,
        TypeSerializer<T> serializer,
        Fallibility<T> fallibility) {

    Entry(
            @Nullable StreamNode<T> input,
            KeySelector<T, K> keySelector,
            TypeSerializer<T> serializer) {
        this(input, keySelector, serializer, new Fallibility<>());
    }

    /** Lets the elements go to the operator. */
    void connect(int operator) {
        if (input != null) {
            input.feed(outlet(operator, serializer));
        }
    }

    /** Lets the elements bring the number of the entry with them. */
    void number(int operator, int entry) {
        if (input != null) {
            input.replace(
                    this::isArrival, outlet(operator, new EnteringSerializer<>(entry, serializer)));
        }
    }

    /** Whether this consumer of its stream is the operator. */
    boolean isArrival(Outlet outlet) {
        return outlet instanceof Outlet.ToState state && state.fallibility() == fallibility;
    }

    private Outlet outlet(int operator, TypeSerializer<T> written) {
        return new Outlet.ToState(operator, keySelector, written, fallibility);
    }
}
