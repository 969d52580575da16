/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.Function;

/**
 * Computes what is sent on after an update.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <V> value type
 * @param <E> element type
 * @param <O> output type
 */
@FunctionalInterface
public interface OutputFunction<V, E, O> extends Function {
    /**
     * @param value the value that was written
     * @param element the element at hand
     * @return what is sent on, never null
     */
    O output(V value, E element) throws Exception;
}
