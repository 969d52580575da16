/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.api.common.functions.Function;

/**
 * Turns an element into any number of elements.
 *
 * <p>A transaction that is retried runs it again, so it must be free of side effects.
 *
 * @param <E> element type
 * @param <O> output type
 */
@FunctionalInterface
public interface ElementsFunction<E, O> extends Function {
    /**
     * @param element the element at hand
     * @return the results in order, may be empty, but not null
     */
    Iterable<O> elements(E element) throws Exception;
}
