/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the window of a key besides its elements: the value of the state {@link
 * WindowSpec#contents}. The elements have numbers in the order in which they were added; those in
 * the window are {@code first} to {@code first + size - 1}, and those that wait for their slide
 * come next.
 *
 * @param size number of elements in the window
 * @param aggregate of these elements; null if the window has no aggregate
 * @param staged number of elements that wait for their slide
 * @param end of a window of time, where it ends, in milliseconds since the epoch: all before is
 *     closed, and no element before it is added any more; else 0
 * @param first number of the oldest element in the window
 * @param kept of a window of time, number of the oldest element that is still stored; else 0
 * @param slots of a window of the last elements, in how many slots they are stored by turns; else 0
 * @param <A> type of the aggregate
 */
@PublicEvolving
public record WindowContent<A>(
        int size, @Nullable A aggregate, int staged, long end, long first, long kept, int slots) {
    /** The slot of the element with a number. */
    long slotOf(long number) {
        return slots == 0 ? number : number % slots;
    }
}
