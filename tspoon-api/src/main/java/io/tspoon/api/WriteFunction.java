/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.Function;

/**
 * Computes the new value of a key from an element alone.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <E> element type
 * @param <V> value type
 */
@FunctionalInterface
public interface WriteFunction<E, V> extends Function {
    /**
     * @param element the element at hand
     * @return the new value, never null
     */
    V write(E element) throws Exception;
}
