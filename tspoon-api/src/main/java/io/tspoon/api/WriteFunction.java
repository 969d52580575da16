/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Computes the new value of a key from an element alone.
 *
 * <p>Must be free of side effects, because it may run several times for one element, see {@link
 * StatefulFunction}.
 *
 * @param <E> element type
 * @param <V> value type
 */
@PublicEvolving
@FunctionalInterface
public interface WriteFunction<E, V> extends Function {
    /**
     * @param element the current element
     * @return the new value, never null
     */
    V write(E element) throws Exception;
}
