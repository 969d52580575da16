/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.transport;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/**
 * The values of one key in all states of an operator that has several. One version for all of them:
 * a transaction writes to a copy, which remembers what was written.
 *
 * <p>Confined to one thread. On its way to the close operator: two ints with a bit for each state,
 * whether it was written and whether it was deleted, then the values that were written.
 */
public final class KeyValues {
    /** So many states an operator can have. */
    public static final int MAX_STATES = Integer.SIZE;

    /** Below every timestamp: of a value that did not come from a log. */
    public static final long NOT_RESTORED = Long.MIN_VALUE;

    private final @Nullable Object[] values;

    /** A bit for each state that was written in this copy. */
    private int written;

    /** A bit for each state whose value may differ from that in Flink's keyed state. */
    private int unsaved;

    /** Timestamps of values that came from a log; null if none did. */
    private long @Nullable [] restored;

    private KeyValues(@Nullable Object[] values) {
        this.values = values;
    }

    /** No values. */
    public KeyValues(int states) {
        this(new Object[states]);
    }

    /** The values as they are installed. */
    public static KeyValues of(@Nullable Object... installed) {
        return new KeyValues(installed);
    }

    /** A copy to write to. */
    public KeyValues copy() {
        KeyValues copy = new KeyValues(values.clone());
        copy.unsaved = unsaved;
        return copy;
    }

    /** The value in a state; null if there is none. */
    public @Nullable Object get(int state) {
        return values[state];
    }

    /** Writes a value; null deletes it. */
    public void write(int state, @Nullable Object value) {
        values[state] = value;
        written |= 1 << state;
        unsaved |= 1 << state;
    }

    /** Whether a value was written, or deleted, in this copy. */
    public boolean isWritten(int state) {
        return (written & 1 << state) != 0;
    }

    /** Whether a value may differ from that in Flink's keyed state. */
    public boolean isUnsaved(int state) {
        return (unsaved & 1 << state) != 0;
    }

    /** All values are in Flink's keyed state. */
    public void saved() {
        unsaved = 0;
    }

    /**
     * Takes over a value from a log, in any order of timestamps: the newest one of each state
     * stays.
     *
     * @return whether the value is the newest one up to now
     */
    public boolean restore(int state, long timestamp, @Nullable Object value) {
        long[] timestamps = restored;
        if (timestamps == null) {
            timestamps = new long[values.length];
            Arrays.fill(timestamps, NOT_RESTORED);
            restored = timestamps;
        }
        if (timestamp <= timestamps[state]) {
            return false;
        }
        timestamps[state] = timestamp;
        write(state, value);
        return true;
    }

    /** Timestamp of the newest value of a state that came from a log; {@link #NOT_RESTORED}. */
    public long restoredTimestamp(int state) {
        return restored == null ? NOT_RESTORED : restored[state];
    }

    /** Writes what was written in this copy. */
    @SuppressWarnings("unchecked") // each state has the serializer of its values
    public void serialize(TypeSerializer<?>[] serializers, DataOutputSerializer out)
            throws IOException {
        int deleted = 0;
        for (int state = 0; state < values.length; state++) {
            if (isWritten(state) && values[state] == null) {
                deleted |= 1 << state;
            }
        }
        out.writeInt(written);
        out.writeInt(deleted);
        for (int state = 0; state < values.length; state++) {
            Object value = values[state];
            if (isWritten(state) && value != null) {
                ((TypeSerializer<Object>) serializers[state]).serialize(value, out);
            }
        }
    }

    /** Reads what was written; other states have no value then. */
    public static KeyValues deserialize(TypeSerializer<?>[] serializers, DataInputDeserializer in)
            throws IOException {
        int written = in.readInt();
        int deleted = in.readInt();
        KeyValues read = new KeyValues(serializers.length);
        for (int state = 0; state < serializers.length; state++) {
            int bit = 1 << state;
            if ((written & bit) != 0) {
                read.write(state, (deleted & bit) != 0 ? null : serializers[state].deserialize(in));
            }
        }
        return read;
    }
}
