/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.Function;

/**
 * Computes an output from the value of a key and an element, and writes nothing.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@FunctionalInterface
public interface ReadFunction<V, E, O> extends Function {
    /**
     * @param value the value of the key; the initial value if it has none, null without one
     * @param element the element at hand
     * @return what is sent on, never null
     */
    O read(V value, E element) throws Exception;
}
