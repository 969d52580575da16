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
 * <p>Must be free of side effects, because it may run several times for one element: once in each
 * attempt of the transaction, and with {@link
 * io.tspoon.transaction.ConcurrencyControl#DETERMINISTIC} again whenever the value that it has seen
 * has changed, until that is final. Only what the last run does counts. With object reuse enabled,
 * the function must not change values in place, nor the element, see {@link ValueAccess}.
 *
 * <p>A value may turn out never to have been committed. An exception that is thrown on such a value
 * does not fail the job.
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
