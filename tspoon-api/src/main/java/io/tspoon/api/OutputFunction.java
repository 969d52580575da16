/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Computes the element to emit after an update.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface OutputFunction<V, E, O> extends Function {
    /**
     * @param value the value that was written
     * @param element the current element
     * @return the element to emit, never null
     */
    O output(V value, E element) throws Exception;
}
