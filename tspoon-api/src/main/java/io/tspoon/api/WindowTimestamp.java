/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;

import java.io.Serializable;

/**
 * Gives the time of an element of a window.
 *
 * @param <E> type of the elements
 */
@PublicEvolving
@FunctionalInterface
public interface WindowTimestamp<E> extends Function, Serializable {
    /**
     * Returns when the element happened, in milliseconds since the epoch; not negative. Must depend
     * on nothing but the value of the element: it is asked again when the element leaves.
     */
    long timestampOf(E element);
}
