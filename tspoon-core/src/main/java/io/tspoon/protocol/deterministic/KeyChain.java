/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.deterministic;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;

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
public class KeyChain<K, V, A> {
    private final K key;
    private @Nullable V installed;
    private long installedId = Timestamps.NONE;

    /**
     * The newest entry; null if the chain is empty. The lowest one has no reference from here, as
     * each reference from an old record to a young entry costs the garbage collector (ADR 0007).
     */
    @Nullable ChainEntry<K, V, A> top;

    /** Where the newest access to this key is in {@link Accesses}, see there. */
    int staged;

    /**
     * @param key the key
     * @param value the installed value; null if the key has none
     */
    public KeyChain(K key, @Nullable V value) {
        this.key = key;
        this.installed = value;
    }

    public final K key() {
        return key;
    }

    /** The installed value; null if the key has none. */
    public final @Nullable V installed() {
        return installed;
    }

    /**
     * Id of the transaction that has written the installed value; {@link Timestamps#NONE} if it is
     * not known.
     */
    public final long installedId() {
        return installedId;
    }

    /** Whether the installed value is the newest one, and is final. */
    public final boolean isFree() {
        return top == null;
    }

    final void install(long id, @Nullable V value) {
        installed = value;
        installedId = id;
    }

    /** Appends an entry. */
    final void push(ChainEntry<K, V, A> entry) {
        entry.below = top;
        if (top != null) {
            top.above = entry;
        }
        top = entry;
    }

    /** Removes an entry, which must be next above the installed value. */
    final void removeBottom(ChainEntry<K, V, A> removed) {
        if (removed.below != null) {
            throw new ProtocolException(
                    "[TSP-2528] Cannot settle access: others of its key come first, key=" + key);
        }
        ChainEntry<K, V, A> next = removed.above;
        if (next == null) {
            top = null;
        } else {
            next.below = null;
        }
    }
}
