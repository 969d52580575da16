/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/**
 * Blocks of one kind that were read and may be reused, oldest first. Reuse pays because their
 * arrays are long, refer to no objects, and are still in the processor's cache. Confined to one
 * thread.
 */
final class BlockPool<B extends Block> {
    /**
     * At PL4, several blocks of each sender wait at the same time; at other levels one is enough.
     */
    private static final int MAX_KEPT = 16;

    private final ArrayDeque<B> kept = new ArrayDeque<>(MAX_KEPT);
    private final Supplier<B> factory;

    BlockPool(Supplier<B> factory) {
        this.factory = factory;
    }

    /** The oldest block if it was released, else a new one. */
    B next() {
        B oldest = kept.peek();
        boolean free = oldest != null && oldest.fragments().isReleased();
        if (free || kept.size() == MAX_KEPT) {
            kept.remove(); // an unreleased one stays with whoever holds it
        }
        B block = free ? oldest : factory.get();
        kept.add(block);
        return block;
    }
}
