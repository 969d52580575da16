/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * One element's access to one key, on behalf of one attempt.
 *
 * <p>While it is granted, {@link #read} and {@link #write} work on the attempt's own view of the
 * key. Subclasses carry what the owner needs to go on when a waiting access is granted later.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
public abstract class Access<K, V> {
    int coordinator;
    int slot;
    long timestamp;
    AccessMode mode = AccessMode.READ;

    @Nullable KeyRecord<K, V> record;
    @Nullable Hold<K, V> hold;
    @Nullable Access<K, V> nextWaiting;

    /** The tentative version of an earlier attempt that this access sees. */
    @Nullable Hold<K, V> source;

    /** Whether the attempt is decided before anybody else comes to the key: it needs no hold. */
    boolean alone;

    /** Whether the element derives from a tentative version. */
    private boolean elementSpeculative;

    /** Whether this access has written. */
    boolean hasWritten;

    /** What it has written last: the very object, which a {@link ValueCell} need not keep. */
    private @Nullable V lastWritten;

    /**
     * Prepares the access; an instance can be used again once it is neither granted nor waiting.
     */
    public final void prepare(int coordinator, int slot, long timestamp, AccessMode mode) {
        this.coordinator = coordinator;
        this.slot = slot;
        this.timestamp = timestamp;
        this.mode = mode;
        this.record = null;
        this.hold = null;
        this.source = null;
        this.alone = false;
        this.elementSpeculative = false;
        this.hasWritten = false;
        this.lastWritten = null;
    }

    /**
     * The element that asks for the access derives from a tentative version; to be called once it
     * is prepared.
     */
    public final void speculate() {
        elementSpeculative = true;
    }

    public final int coordinator() {
        return coordinator;
    }

    public final int slot() {
        return slot;
    }

    public final long timestamp() {
        return timestamp;
    }

    public final AccessMode mode() {
        return mode;
    }

    /** Up to which timestamp others have accessed the key: why this access was refused. */
    public final long conflict() {
        return Math.max(record().highestRead, record().highestWrite);
    }

    /** Whether the decision of the attempt must be sent to this participant. */
    public final boolean isHeld() {
        return hold != null;
    }

    /**
     * Whether the access sees a tentative version of an earlier attempt of the same coordinator, so
     * that its own attempt must not be decided before that one, and not outlive it.
     */
    public final boolean isDependent() {
        return source != null;
    }

    /**
     * Whether what the access works on may derive from a version that is never committed: its
     * element, or the version that it sees, be it another attempt's or one that its own attempt has
     * derived from such a one.
     */
    public final boolean isSpeculative() {
        return source != null || elementSpeculative || (hold != null && hold.isSpeculative());
    }

    /** The owner has voted against the attempt because of this access. */
    public final void markLost() {
        if (hold != null) {
            hold.markLost();
        }
    }

    /** Whether an earlier access to the key, whose hold the attempt still has, was marked lost. */
    public final boolean isLost() {
        return hold != null && hold.isLost();
    }

    /** Slot of the attempt that this one depends on. */
    public final int sourceSlot() {
        return Objects.requireNonNull(source).slot;
    }

    /** Timestamp of the attempt that this one depends on. */
    public final long sourceTimestamp() {
        return Objects.requireNonNull(source).timestamp;
    }

    /** The key that is accessed; an owner that has it nearer than the record may override this. */
    public K key() {
        return record().key();
    }

    /**
     * The value that the attempt sees: its own tentative one, else that of the attempt it depends
     * on, else the installed one.
     */
    public final @Nullable V read() {
        if (hasWritten) {
            return lastWritten;
        }
        Hold<K, V> own = hold;
        if (own != null && own.written) {
            return own.value();
        }
        if (source != null) {
            return source.value();
        }
        return record().installedBefore(timestamp);
    }

    /** Whether the value that {@link #read} gives was written by this very attempt. */
    public final boolean readsOwnWrite() {
        return hasWritten || (hold != null && hold.written);
    }

    /** Sets the attempt's tentative value; null deletes the key. */
    public final void write(@Nullable V value) {
        if (!alone || !mode.writes()) {
            Hold<K, V> own = hold;
            if (own == null || !own.exclusive) {
                throw new ProtocolException(
                        "Cannot write: access may only read, key=" + key() + ", mode=" + mode);
            }
            own.value(value);
            if (!own.written) {
                own.written = true;
                own.record.wrote(own);
            }
            if (isSpeculative()) {
                own.markSpeculative();
            }
        }
        lastWritten = value;
        hasWritten = true;
    }

    final KeyRecord<K, V> record() {
        if (record == null) {
            throw new ProtocolException("Cannot use access: it was not granted, mode=" + mode);
        }
        return record;
    }
}
