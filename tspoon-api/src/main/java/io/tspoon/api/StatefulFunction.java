/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Accesses the value of a key freely: can read, write and delete it, emit any number of elements,
 * and abort the transaction.
 *
 * <p>Must be free of side effects, because a retried transaction runs it again. With object reuse
 * enabled, it must not change values in place, see {@link ValueAccess}.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface StatefulFunction<V, E, O> extends Function {
    /**
     * @param value gives access to the value of the element's key
     * @param element the current element
     * @param transaction emits elements or aborts the transaction
     */
    void apply(ValueAccess<V> value, E element, StateContext<O> transaction) throws Exception;
}
