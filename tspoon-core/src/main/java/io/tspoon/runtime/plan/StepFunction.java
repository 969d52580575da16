/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.transaction.TransactionContext;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.util.Collector;

/**
 * One stateless operation inside a t-graph, run inside the operator before it.
 *
 * @param <I> input type
 * @param <O> output type
 */
@Internal
public interface StepFunction<I, O> extends Function {
    void apply(I element, TransactionContext transaction, Collector<O> out) throws Exception;

    /** Whether it may abort the transaction. */
    default boolean mayAbort() {
        return false;
    }

    /** Whether it makes one element of each at most. */
    default boolean isOneToOne() {
        return false;
    }

    /** The function whose life cycle must be followed; another one if this is a wrapper. */
    default Function userFunction() {
        return this;
    }
}
