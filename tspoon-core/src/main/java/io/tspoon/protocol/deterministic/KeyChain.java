/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a participant knows of one key: its installed value, and above it the chain of
 * accesses whose value or outcome is not final here.
 *
 * <p>Invariant: the entries of the chain are in the order of the ids of their transactions, and
 * those of one transaction are in the order of emission; they form one group and are judged
 * together. A key whose values are all final has no chain, which is the usual case. So a key costs
 * nothing but its record. Confined to the thread of the participant.
 *
 * <p>Source: the operation chain of TStream (ICDE 2020, section IV-B).
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 * @param <A> see {@link AccessFunction}
 */
@Internal
public abstract class KeyChain<K, V, A> {
    /**
     * The newest entry; null if the chain is empty. The lowest one has no reference from here, as
     * each reference from an old record to a young entry costs the garbage collector (ADR 0007).
     */
    @Nullable ChainEntry<K, V, A> top;

    /** Where the newest access to this key is in {@link Accesses}, see there. */
    int staged;

    public abstract K key();

    /** The installed value; null if the key has none. */
    public abstract @Nullable V installed();

    /**
     * The value is final.
     *
     * @param id of the transaction that has written it
     */
    protected abstract void install(long id, @Nullable V value);

    /** Loads the key into the cache ({@link io.tspoon.protocol}). */
    protected long prefetch() {
        return 0;
    }

    /** The chain has got its first entry, so this object must stay that of its key. */
    protected void begins() {}

    /** The chain has lost its last entry. */
    protected void ends() {}

    /** Whether the installed value is the newest one, and is final. */
    public final boolean isFree() {
        return top == null;
    }

    /** Appends an entry. */
    final void push(ChainEntry<K, V, A> entry) {
        entry.below = top;
        ChainEntry<K, V, A> before = top;
        top = entry;
        if (before == null) {
            begins();
        } else {
            before.above = entry;
        }
    }

    /** Removes an entry, which must be next above the installed value. */
    final void removeBottom(ChainEntry<K, V, A> removed) {
        if (removed.below != null) {
            throw new ProtocolException(
                    "[TSP-2528] Cannot settle access: others of its key come first, key=" + key());
        }
        ChainEntry<K, V, A> next = removed.above;
        if (next == null) {
            top = null;
            ends();
        } else {
            next.below = null;
        }
    }
}
