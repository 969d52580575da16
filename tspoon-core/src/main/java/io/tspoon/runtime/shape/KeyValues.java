/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.shape;

import io.tspoon.protocol.access.ContentValue;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/**
 * The values of one key in all states of an operator that has several states. They form one
 * version: a transaction writes to a copy, which remembers what was written.
 *
 * <p>Numbers are kept unboxed, as in a version of a single value, so that long-lived records do not
 * refer to new boxes, which would cost the garbage collector work with each update. Other values
 * are in an array that copies share until one of them is written to. Each array is created only
 * when it is needed.
 *
 * <p>Confined to one thread. Format on the way to the close operator: two ints with a bit for each
 * state (was it written, was it deleted), then the written values.
 */
@Internal
public final class KeyValues extends ContentValue<KeyValues> {
    /** The highest number of states of an operator. */
    public static final int MAX_STATES = Integer.SIZE;

    private static final int KIND_BITS = 2;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    private static final int OBJECT = 0;
    private static final int LONG = 1;
    private static final int DOUBLE = 2;
    private static final int INTEGER = 3;
    private static final long[] NO_NUMBERS = {};

    private final int states;

    /** By state: one of the kinds above, in two bits. */
    private long kinds;

    /** By state: the bits of the value if it is a number; empty if no value ever was a number. */
    private long[] numbers;

    /** By state: the value unless it is a number; null if there is none. */
    private @Nullable Object @Nullable [] objects;

    /** Whether other copies use the same array, so that it must not change. */
    private boolean objectsAreShared;

    /** One bit for each state: was it written in this copy? */
    private int written;

    /** One bit for each state: may its value differ from Flink's keyed state? */
    private int unsaved;

    /** By state: timestamp of the value if it came from a log; null if none did. */
    private long @Nullable [] restored;

    /** Creates a version without values. */
    public KeyValues(int states) {
        this(states, NO_NUMBERS);
    }

    private KeyValues(int states, long[] numbers) {
        this.states = states;
        this.numbers = numbers;
    }

    /** Creates a version from installed values. */
    public static KeyValues of(@Nullable Object... installed) {
        KeyValues values = new KeyValues(installed.length);
        for (int state = 0; state < installed.length; state++) {
            values.set(state, installed[state]);
        }
        return values;
    }

    /** Makes a copy to write to. */
    @Override
    public KeyValues copy() {
        KeyValues copy = new KeyValues(states, numbers.length == 0 ? NO_NUMBERS : numbers.clone());
        copy.kinds = kinds;
        copy.shareObjects(this);
        copy.unsaved = unsaved;
        return copy;
    }

    @Override
    public void take(KeyValues other) {
        if (other.numbers.length > 0) {
            System.arraycopy(other.numbers, 0, ownNumbers(), 0, states);
        }
        kinds = other.kinds;
        shareObjects(other);
        written = 0;
        unsaved = other.unsaved;
        restored = null;
    }

    private void shareObjects(KeyValues other) {
        if (objects != other.objects) { // a reference store costs much more than a read
            objects = other.objects;
        }
        objectsAreShared = true;
        other.objectsAreShared = true;
    }

    @Override
    public long prefetch() {
        long[] loaded = numbers;
        if (loaded.length > 0) {
            return loaded[0] + loaded[loaded.length - 1];
        }
        return objects == null ? 0 : objects.length;
    }

    /** The value of a state, a number in a new box; null if there is none. */
    public @Nullable Object get(int state) {
        return switch (kindOf(state)) {
            case LONG -> (Object) numbers[state];
            case DOUBLE -> Double.longBitsToDouble(numbers[state]);
            case INTEGER -> (int) numbers[state];
            default -> objects == null ? null : objects[state];
        };
    }

    private boolean isMissing(int state) {
        return kindOf(state) == OBJECT && (objects == null || objects[state] == null);
    }

    private int kindOf(int state) {
        return (int) (kinds >>> (state * KIND_BITS)) & KIND_MASK;
    }

    private void set(int state, @Nullable Object value) {
        if (value instanceof Long number) {
            setNumber(state, LONG, number);
        } else if (value instanceof Double number) {
            setNumber(state, DOUBLE, Double.doubleToRawLongBits(number));
        } else if (value instanceof Integer number) {
            setNumber(state, INTEGER, number);
        } else {
            setKind(state, OBJECT);
            setObject(state, value);
        }
    }

    private void setNumber(int state, int kind, long bits) {
        ownNumbers()[state] = bits;
        setKind(state, kind);
        setObject(state, null);
    }

    private long[] ownNumbers() {
        if (numbers.length == 0) {
            numbers = new long[states];
        }
        return numbers;
    }

    private void setKind(int state, int kind) {
        int shift = state * KIND_BITS;
        kinds = (kinds & ~((long) KIND_MASK << shift)) | ((long) kind << shift);
    }

    private void setObject(int state, @Nullable Object value) {
        Object[] own = objects;
        if (own == null ? value == null : own[state] == value) {
            return;
        }
        if (own == null) {
            own = new Object[states];
        } else if (objectsAreShared) {
            own = own.clone();
        }
        own[state] = value;
        objects = own;
        objectsAreShared = false;
    }

    /** Writes a value; null deletes it. */
    public void write(int state, @Nullable Object value) {
        set(state, value);
        written |= 1 << state;
        unsaved |= 1 << state;
    }

    /** Whether the state was written or deleted in this copy. */
    public boolean isWritten(int state) {
        return (written & 1 << state) != 0;
    }

    /** Whether the state's value may differ from that in Flink's keyed state. */
    public boolean isUnsaved(int state) {
        return (unsaved & 1 << state) != 0;
    }

    /** Called when all values have been written to Flink's keyed state. */
    public void saved() {
        unsaved = 0;
    }

    /**
     * Takes over a value from a log. Calls may come in any order of timestamps: the newest value of
     * each state stays.
     *
     * @return whether the value is the newest one so far
     */
    public boolean restore(int state, long timestamp, @Nullable Object value) {
        long[] timestamps = restored;
        if (timestamps == null) {
            timestamps = new long[states];
            Arrays.fill(timestamps, ValueShape.NOT_RESTORED);
            restored = timestamps;
        }
        if (timestamp <= timestamps[state]) {
            return false;
        }
        timestamps[state] = timestamp;
        write(state, value);
        return true;
    }

    /**
     * Timestamp of the state's newest value that came from a log, or {@link
     * ValueShape#NOT_RESTORED}.
     */
    public long restoredTimestamp(int state) {
        return restored == null ? ValueShape.NOT_RESTORED : restored[state];
    }

    /** Serializes what was written in this copy. */
    @SuppressWarnings("unchecked") // each state has the serializer of its values
    public void serialize(TypeSerializer<?>[] serializers, DataOutputSerializer out)
            throws IOException {
        int deleted = 0;
        for (int state = 0; state < states; state++) {
            if (isWritten(state) && isMissing(state)) {
                deleted |= 1 << state;
            }
        }
        out.writeInt(written);
        out.writeInt(deleted);
        for (int state = 0; state < states; state++) {
            if ((written & ~deleted & 1 << state) != 0) {
                ((TypeSerializer<Object>) serializers[state]).serialize(get(state), out);
            }
        }
    }

    /**
     * Reads what {@link #serialize} wrote before the values: {@link WrittenPlaces}. The values of
     * those that were not deleted follow.
     */
    static long readWritten(DataInputDeserializer in) throws IOException {
        return WrittenPlaces.of(in.readInt(), in.readInt());
    }
}
