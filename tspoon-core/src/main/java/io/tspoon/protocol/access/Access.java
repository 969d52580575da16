/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Vote;
import io.tspoon.transaction.AccessMode;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * The access of one element to one key, on behalf of one attempt.
 *
 * <p>While the access is granted, {@link #read} and {@link #write} work on the attempt's own view
 * of the key. A subclass carries what its owner needs to continue when an access that had to wait
 * is granted later.
 *
 * @param <K> key type
 * @param <V> value type; null stands for "no value"
 */
@Internal
public abstract class Access<K, V> {
    int coordinator;
    int slot;
    long timestamp;
    AccessMode mode = AccessMode.READ;

    @Nullable KeyRecord<K, V> record;
    @Nullable Hold<K, V> hold;
    @Nullable Access<K, V> nextWaiting;

    /** The tentative version of an earlier attempt that this access sees; null if it sees none. */
    @Nullable Hold<K, V> source;

    /**
     * Whether the attempt is decided before any other access reaches the key, so that it needs no
     * hold.
     */
    boolean onePhase;

    /** Whether the accessing element derives from a tentative version. */
    private boolean elementSpeculative;

    /** Whether the access had to wait, and then came too late. */
    boolean refused;

    boolean hasWritten;

    /** The object that this access wrote last; a {@link ValueCell} may keep only its contents. */
    private @Nullable V lastWritten;

    /** Prepares the access. An instance can be reused once it is neither granted nor waiting. */
    public final void prepare(int coordinator, int slot, long timestamp, AccessMode mode) {
        this.coordinator = coordinator;
        this.slot = slot;
        this.timestamp = timestamp;
        this.mode = mode;
        this.record = null;
        this.hold = null;
        this.source = null;
        this.onePhase = false;
        this.refused = false;
        this.elementSpeculative = false;
        this.hasWritten = false;
        this.lastWritten = null;
    }

    /**
     * Marks the accessing element as derived from a tentative version. To be called after {@link
     * #prepare}.
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

    /**
     * The highest timestamp at which the key was accessed: the reason why this access was refused.
     */
    public final long conflict() {
        return Math.max(record().highestRead, record().highestWrite);
    }

    /**
     * Whether the access had to wait and comes too late after all: the owner votes {@link
     * Vote#RETRY}. Asked when {@link Participant#nextWoken} gives the access.
     */
    public final boolean isRefused() {
        return refused;
    }

    /**
     * Whether the attempt has a hold here, so that its decision must be sent to this participant.
     */
    public final boolean isHeld() {
        return hold != null;
    }

    /**
     * Whether the access sees a tentative version of an earlier attempt of the same coordinator. If
     * so, its own attempt depends on that one: it is decided after it, and repeated unless it
     * commits.
     */
    public final boolean isDependent() {
        return source != null;
    }

    /**
     * Whether the access may work on data that is never committed: its element derives from a
     * tentative version of another attempt, or the access sees such a version, or it sees a value
     * that its own attempt has derived from one.
     */
    public final boolean isSpeculative() {
        return source != null || elementSpeculative || (hold != null && hold.isSpeculative());
    }

    /** Records that the owner has voted against the attempt because of this access. */
    public final void markVotedAgainst() {
        if (hold != null) {
            hold.markVotedAgainst();
        }
    }

    /** Whether the attempt has a hold on the key whose earlier access caused a vote against it. */
    public final boolean isVotedAgainst() {
        return hold != null && hold.isVotedAgainst();
    }

    /** Slot of the attempt that this access depends on. */
    public final int sourceSlot() {
        return Objects.requireNonNull(source).slot;
    }

    /** Timestamp of the attempt that this access depends on. */
    public final long sourceTimestamp() {
        return Objects.requireNonNull(source).timestamp;
    }

    /**
     * The accessed key. An owner that has the key nearer in memory than the record may override
     * this.
     */
    public K key() {
        return record().key();
    }

    /**
     * The value that the attempt sees: its own tentative value, else the tentative value that it
     * depends on, else the newest installed value below its timestamp.
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

    /** Whether the value returned by {@link #read} was written by this attempt itself. */
    public final boolean readsOwnWrite() {
        return hasWritten || (hold != null && hold.written);
    }

    /** Sets the attempt's tentative value; null deletes the key. */
    public final void write(@Nullable V value) {
        if (!onePhase || !mode.writes()) {
            Hold<K, V> own = hold;
            if (own == null || !own.exclusive) {
                throw new ProtocolException(
                        "[TSP-2511] Cannot write: access may only read, key="
                                + key()
                                + ", mode="
                                + mode);
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

    /**
     * What the access has written to the records of the partition that it was granted; null if it
     * is one to a single record.
     */
    protected @Nullable RecordWrites<K, V> within() {
        return null;
    }

    final KeyRecord<K, V> record() {
        if (record == null) {
            throw new ProtocolException(
                    "[TSP-2512] Cannot use access: it was not granted, mode=" + mode);
        }
        return record;
    }
}
