/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Computes an output from the value of a key and an element, and writes nothing.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}. With object reuse enabled, it must not change the value in place, see {@link
 * io.tspoon.transaction.ValueAccess}.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface ReadFunction<V, E, O> extends Function {
    /**
     * @param value the value of the key; if it has none, the initial value, or null without one
     * @param element the current element
     * @return the element to emit, never null
     */
    O read(V value, E element) throws Exception;
}
