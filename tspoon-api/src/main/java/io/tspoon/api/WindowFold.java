/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

import java.io.Serializable;

/**
 * Adds an element to the aggregate of a window, or removes one from it.
 *
 * @param <A> type of the aggregate
 * @param <E> type of the elements
 */
@PublicEvolving
@FunctionalInterface
public interface WindowFold<A, E> extends Function, Serializable {
    /**
     * Returns the aggregate with the element, or without it; never null. Must depend on nothing but
     * the two, and must not change them in place.
     */
    A apply(A aggregate, E element);
}
