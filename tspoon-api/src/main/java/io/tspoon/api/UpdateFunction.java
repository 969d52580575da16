/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.Function;

/**
 * Computes the new value of a key from its value and an element.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <V> value type
 * @param <E> element type
 */
@FunctionalInterface
public interface UpdateFunction<V, E> extends Function {
    /**
     * @param value the value of the key; the initial value if it has none, null without one
     * @param element the element at hand
     * @return the new value, never null
     */
    V update(V value, E element) throws Exception;
}
