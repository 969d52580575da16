/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.functions.Function;

/**
 * Accesses the value of a key as it likes: reads, writes, deletes, emits any number of elements,
 * aborts the transaction.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@FunctionalInterface
public interface StatefulFunction<V, E, O> extends Function {
    /**
     * @param value the value of the element's key
     * @param element the element at hand
     * @param transaction emits elements, or aborts the transaction
     */
    void apply(ValueAccess<V> value, E element, StateContext<O> transaction) throws Exception;
}
