/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.jspecify.annotations.Nullable;

/**
 * What one attempt holds on one key until its decision arrives: a lock, a tentative version, or
 * both. An attempt has at most one hold on a key.
 */
final class Hold<K, V> extends ValueCell<V> {
    private static final byte WAS_READ = 1;
    private static final byte SPECULATIVE = 2;
    private static final byte VOTED_AGAINST = 4;

    final KeyRecord<K, V> record;
    final int slot;
    final long timestamp;

    /**
     * Numbers the first holds of an attempt from 1; 0 for all later ones, see {@link
     * HoldTable#name}.
     */
    byte number;

    /** Whether the attempt may write. Timestamp ordering uses exclusive holds only. */
    boolean exclusive;

    /** Whether the value is a tentative version; if so, null means "deleted". */
    boolean written;

    /** The bits above, in one byte because one more field would make the object larger. */
    private byte marks;

    @Nullable Hold<K, V> previousOfRecord;
    @Nullable Hold<K, V> nextOfRecord;
    @Nullable Hold<K, V> nextOfAttempt;

    Hold(KeyRecord<K, V> record, int slot, long timestamp) {
        this.record = record;
        this.slot = slot;
        this.timestamp = timestamp;
    }

    void markRead() {
        marks |= WAS_READ;
    }

    /** Whether a later attempt has read the tentative version. */
    boolean wasRead() {
        return (marks & WAS_READ) != 0;
    }

    void markSpeculative() {
        marks |= SPECULATIVE;
    }

    /** Whether the value derives from a tentative version of another attempt. */
    boolean isSpeculative() {
        return (marks & SPECULATIVE) != 0;
    }

    void markVotedAgainst() {
        marks |= VOTED_AGAINST;
    }

    /** Whether an access of the attempt to this key has caused a vote against the attempt. */
    boolean isVotedAgainst() {
        return (marks & VOTED_AGAINST) != 0;
    }

    /** Whether the name of its attempt is enough to find this hold, see {@link HoldTable#find}. */
    boolean isNamed() {
        return number > 0;
    }
}
