/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.batch;

import org.apache.flink.annotation.Internal;

import java.io.Serializable;

/**
 * Says which batch an element belongs to, and when that is whole. What it says of an element must
 * depend on the element alone.
 *
 * @param <T> type of the elements
 */
@Internal
public interface BatchRule<T> extends Serializable {
    /** Instead of a time: a batch waits as long as it takes. */
    long FOREVER = Long.MAX_VALUE;

    /**
     * The name of the batch of an element. Elements of one name come to one coordinator. Empty if
     * all elements that come to a coordinator wait for the same batch.
     */
    default String nameOf(T element) throws Exception {
        return "";
    }

    /** How many elements its batch has, as this one says; 0 if it does not say. */
    default int sizeBy(T element) throws Exception {
        return 0;
    }

    /**
     * Whether a batch is whole.
     *
     * @param element its newest element
     * @param elements how many have come, with this one
     * @param size the largest that an element has said; 0 if none has
     */
    boolean isWhole(T element, int elements, int size) throws Exception;

    /** How long a batch that is not whole waits after its first element. */
    default long maxWaitMs() {
        return FOREVER;
    }

    /**
     * Whether what waits no longer, or is left when the input ends, is executed as it is. Else it
     * is aborted.
     */
    default boolean mayBeShort() {
        return true;
    }

    /** Whether a watermark ends the batch of all elements up to it. */
    default boolean endsWithWatermark() {
        return false;
    }
}
