/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.TransactionContext;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.util.Collector;

/**
 * Maps an element to any number of elements, or aborts the transaction.
 *
 * <p>Must be free of side effects, because a retried transaction runs it again.
 *
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface TransactionalProcessFunction<E, O> extends Function {
    /**
     * @param element the current element
     * @param transaction aborts the transaction
     * @param out collects the outputs
     */
    void process(E element, TransactionContext transaction, Collector<O> out) throws Exception;
}
