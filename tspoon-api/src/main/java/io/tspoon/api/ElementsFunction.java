/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

/**
 * Maps an element to any number of elements.
 *
 * <p>Must be free of side effects, because a retried transaction runs it again.
 *
 * @param <E> element type
 * @param <O> output type
 */
@PublicEvolving
@FunctionalInterface
public interface ElementsFunction<E, O> extends Function {
    /**
     * @param element the current element
     * @return the outputs in order; may be empty, never null
     */
    Iterable<O> elements(E element) throws Exception;
}
