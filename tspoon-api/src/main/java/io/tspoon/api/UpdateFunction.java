/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Computes the new value of a key from its current value and an element.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}. With object reuse enabled, it must not change the value in place, see {@link
 * io.tspoon.transaction.ValueAccess}.
 *
 * @param <V> value type
 * @param <E> element type
 */
@PublicEvolving
@FunctionalInterface
public interface UpdateFunction<V, E> extends Function {
    /**
     * @param value the value of the key; if it has none, the initial value, or null without one
     * @param element the current element
     * @return the new value, never null
     */
    V update(V value, E element) throws Exception;
}
