/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.transaction.StateContext;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Reads and writes the values of several keys together, see {@link TransactionalStream#transact}.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}.
 *
 * @param <T> element type
 * @param <O> type of the emitted elements
 */
@PublicEvolving
@FunctionalInterface
public interface TransactFunction<T, O> extends Function {
    /**
     * @param element the current element
     * @param at the values of its keys, by role
     * @param transaction emits elements or aborts the transaction
     */
    void apply(T element, RoleValues<T> at, StateContext<O> transaction) throws Exception;
}
