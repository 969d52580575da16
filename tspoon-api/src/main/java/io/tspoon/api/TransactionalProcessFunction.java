/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.TransactionContext;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.util.Collector;

/**
 * Turns an element into any number of elements, and may abort the transaction.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <E> element type
 * @param <O> output type
 */
@FunctionalInterface
public interface TransactionalProcessFunction<E, O> extends Function {
    /**
     * @param element the element at hand
     * @param transaction aborts the transaction
     * @param out takes the results
     */
    void process(E element, TransactionContext transaction, Collector<O> out) throws Exception;
}
