/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * The window of one key as seen by one transaction, with what that has added. What the transaction
 * does becomes visible to others when it commits; if it aborts, nothing has happened.
 *
 * <p>Valid only during the call of the {@link PartitionProcedure} whose {@link Partition} gave it.
 *
 * <p>With object reuse enabled, elements and aggregates are not copied: never change them in place,
 * see {@link io.tspoon.transaction.ValueAccess}.
 *
 * <p>Source: S-Store (VLDB 2015), section 2.2 and 3.2.
 *
 * @param <E> type of the elements
 * @param <A> type of the aggregate
 */
@PublicEvolving
public interface WindowAccess<E, A> {
    /**
     * Adds an element. It waits outside the window until its slide is full, or closed by an element
     * of a later one; then all of the slide come in, and what is too old goes out. In windows that
     * take elements {@linkplain WindowSpec#atOnce at once} none waits.
     *
     * <p>Aborts the transaction, and does not return, if the timestamp of the element is negative,
     * or if the window would have more elements than it may.
     *
     * @return false if the element is late, because its slide is closed, and was not added; never
     *     of a window of the last elements
     */
    boolean add(E element);

    /**
     * Closes all slides before a time, as an element of that time would. Of an earlier time it does
     * nothing.
     *
     * @param timestamp in milliseconds since the epoch
     * @throws IllegalStateException of a window of the last elements
     */
    void advanceTo(long timestamp);

    /** Returns how many elements are in the window, without those that wait for their slide. */
    int size();

    /**
     * Returns the aggregate of the elements in the window.
     *
     * @throws IllegalStateException if the window has {@linkplain WindowSpec#aggregate no
     *     aggregate}
     */
    A aggregate();

    /**
     * Returns the elements in the window in the order in which they were added, the oldest first.
     * Takes time in proportion to their number.
     */
    List<E> elements();
}
