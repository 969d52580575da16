/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Reads and writes any keys of a partition, in several states, as one step: emits any number of
 * elements, and may abort the transaction. What it does in its partition is serial.
 *
 * <p>Must be free of side effects, because it runs once in each attempt of the transaction. With
 * object reuse enabled, it must not change values in place, nor the element, see {@link
 * io.tspoon.transaction.ValueAccess}.
 *
 * <p>A value may turn out never to have been committed. An exception that is thrown on such a value
 * does not fail the job.
 *
 * <p>Source: S-Store (VLDB 2015), sections 2 and 3: stored procedures of a single partition.
 *
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface PartitionProcedure<E, O> extends Function {
    /**
     * @param partition the partition of the element
     * @param element the current element
     * @param transaction emits elements or aborts the transaction
     */
    void apply(Partition partition, E element, StateContext<O> transaction) throws Exception;
}
