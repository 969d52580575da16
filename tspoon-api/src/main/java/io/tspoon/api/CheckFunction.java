/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * A condition on the value of a key and an element, see {@link KeyedTransactionalStream#check}.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}.
 *
 * @param <V> value type
 * @param <E> element type
 */
@PublicEvolving
@FunctionalInterface
public interface CheckFunction<V, E> extends Function {
    /**
     * Returns whether the transaction may commit.
     *
     * @param value the value of the key; if it has none, the initial value, or null without one
     * @param element the current element
     * @return false to abort the transaction
     */
    boolean test(V value, E element) throws Exception;
}
