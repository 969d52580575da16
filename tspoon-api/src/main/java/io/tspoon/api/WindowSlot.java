/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

/**
 * Where an element of a window is: the key of the state {@link WindowSpec#slots}.
 *
 * @param key of the window
 * @param slot number of the element, counted from 0; of a window of the last elements, what that
 *     leaves when divided by the number of its slots, which are used over and over
 * @param <K> type of the keys of the window
 */
@PublicEvolving
public record WindowSlot<K>(K key, long slot) {
    /** Spreads keys that follow each other farther apart than the slots of a window go. */
    private static final int FACTOR = 0x9E3779B9;

    /** Is the same in all versions of Java. */
    @Override
    public int hashCode() {
        return FACTOR * key.hashCode() + Long.hashCode(slot);
    }
}
