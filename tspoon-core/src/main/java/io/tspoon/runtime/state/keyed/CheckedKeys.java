/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.keyed;

import io.tspoon.runtime.shape.StateOperatorPlan;

import org.apache.flink.annotation.Internal;

import java.io.IOException;

/**
 * Checks some of the keys that come to hand: the first ones, and then one of many. A type whose
 * keys differ from their copies is thus found before there is something to lose, and not by the
 * next restore.
 *
 * <p>Confined to the mailbox thread.
 */
@Internal
public interface CheckedKeys<K> {
    /**
     * A key comes to hand.
     *
     * @throws IllegalStateException if a copy of it is another key
     */
    void add(K key) throws IOException;

    /** Checks keys unless Java fixes their hash codes. */
    static <K> CheckedKeys<K> of(StateOperatorPlan<?, K, ?, ?> plan) {
        return plan.records().areFixed() ? key -> {} : new Some<>(new KeyCopies<>(plan));
    }

    /** The first keys, and one of as many behind them. */
    final class Some<K> implements CheckedKeys<K> {
        private static final int FIRST_KEYS = 256;

        private final KeyCopies<K> copies;
        private long count;

        private Some(KeyCopies<K> copies) {
            this.copies = copies;
        }

        @Override
        public void add(K key) throws IOException {
            if (count < FIRST_KEYS || count % FIRST_KEYS == 0) {
                copies.copy(key);
            }
            count++;
        }
    }
}
