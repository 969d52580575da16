/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionCodes;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A decided transaction as read from a log; {@link TransactionEncoder} writes it.
 *
 * <pre>
 *  bytes   field
 *  1       flags: 128 always, 1 aborted, 2 first attempt, 4 key, 8 content, 16 reasons,
 *          32 elements, 64 the elements are the values of the updates; if both, they follow:
 *  1       if both: 1 time, 2 returned input, 4 batch, 8 rejected, 32 and 64 as above
 *  8       execution timestamp
 *  8, v    id and attempts; unless first attempt, where the id is the timestamp
 *  8, 8    if content: digest of the input element's bytes, high and low half
 *  n       if key: key of the transaction, as a string of any length (StringValue); behind the
 *          name of its entrance, between two characters 0, if that has a name
 *  8       if time: that of the input element
 *  v       if reasons: how many, each: kind as a byte, as in {@link TransactionCodes};
 *          then operator, key, rule, detail as strings
 *  v       number of updates, each: twice the index of the state, plus 1 if deleted (v),
 *          length of the key (v), key; unless deleted length of the value (v), value
 *  v       if elements: how many were emitted, each: length (v), element
 *  v       if batch: number of its elements, each: twice the number of emitted elements that come
 *          from it, plus 1 if it is known by its content (v); then the digest of its bytes, high
 *          and low half (8, 8), or its key, as a string
 *  v       if rejected: how many elements of the batch were, each: its place, from 0 (v), kind of
 *          its reason as a byte; then operator, key, rule, detail, each: length (v), UTF-8
 *  v       if returned input: length, input element
 * </pre>
 *
 * A number of v bytes has seven bits in each byte, the lowest first; bit 128 says that more follow.
 *
 * <p>Format 1 begins with the id. An id is not negative, so the highest bit of the first byte is
 * never set:
 *
 * <pre>
 *  bytes   field
 *  8, 8    id, execution timestamp
 *  1       outcome, as in {@link TransactionCodes}
 *  4       attempts
 *  n       key of the transaction, as a string; may be empty
 *  8, 8    digest of the input element's bytes; 0 if there is a key
 *  4       number of reasons, as above
 *  4       number of updates, each: index of the state (4), length of the key (4), key,
 *          length of the value (4), -1 if deleted, value
 *  4       number of emitted elements, each: length (4), element
 * </pre>
 *
 * @param id id of the transaction
 * @param timestamp its position in the serial order
 * @param outcome committed or aborted
 * @param attempts number of attempts
 * @param entrance name of the entrance that the element has come by; may be empty
 * @param key the key from the user's key function; may be empty
 * @param contentHigh high half of the digest of the input element
 * @param contentLow low half of the digest of the input element
 * @param reasons why it was aborted
 * @param updates the last value it wrote to each key
 * @param elements the emitted elements in the bytes of the element serializer
 * @param time Flink timestamp of the input element; {@link #NO_TIME} if it had none
 * @param returned the input element if the result gives it back, in the bytes of the input's
 *     serializer; else null
 * @param batch the elements of the batch, in their order; empty if it was one element
 */
@Internal
public record LoggedTransaction(
        long id,
        long timestamp,
        Outcome outcome,
        int attempts,
        String entrance,
        String key,
        long contentHigh,
        long contentLow,
        List<AbortReason> reasons,
        List<LoggedUpdate> updates,
        List<byte[]> elements,
        long time,
        byte @Nullable [] returned,
        List<LoggedElement> batch) {
    /** Instead of a time: the input element had none, or an earlier version logged it. */
    public static final long NO_TIME = Long.MIN_VALUE;

    static final int ABORTED = 1;
    static final int FIRST_ATTEMPT = 2;
    static final int KEY = 4;
    static final int CONTENT = 8;
    static final int REASONS = 16;
    static final int ELEMENTS = 32;
    static final int ELEMENTS_ARE_VALUES = 64;
    static final int COMPACT = 128;

    /** In the first byte: more flags follow, and among them those of the elements. */
    static final int MORE = ELEMENTS | ELEMENTS_ARE_VALUES;

    static final int TIME = 1;
    static final int RETURNED = 2;
    static final int BATCH = 4;
    static final int REJECTED = 8;

    /** The length of a value that was deleted in format 1. */
    private static final int DELETED = -1;

    /** A transaction whose input had no time, and is not given back. */
    public LoggedTransaction(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String entrance,
            String key,
            long contentHigh,
            long contentLow,
            List<AbortReason> reasons,
            List<LoggedUpdate> updates,
            List<byte[]> elements) {
        this(
                id,
                timestamp,
                outcome,
                attempts,
                entrance,
                key,
                contentHigh,
                contentLow,
                reasons,
                updates,
                elements,
                NO_TIME,
                null,
                List.of());
    }

    /** A transaction of one element. */
    public LoggedTransaction(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String entrance,
            String key,
            long contentHigh,
            long contentLow,
            List<AbortReason> reasons,
            List<LoggedUpdate> updates,
            List<byte[]> elements,
            long time,
            byte @Nullable [] returned) {
        this(
                id,
                timestamp,
                outcome,
                attempts,
                entrance,
                key,
                contentHigh,
                contentLow,
                reasons,
                updates,
                elements,
                time,
                returned,
                List.of());
    }

    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** How the input is recognized when its source delivers it again. */
    public InputIdentity input() {
        return (contentHigh | contentLow) == 0
                ? InputIdentity.ofKey(entrance, key)
                : new InputIdentity("", contentHigh, contentLow);
    }

    /** Decodes the payload of a record. */
    public static LoggedTransaction decode(byte[] payload) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(payload);
        boolean compact = payload.length > 0 && payload[0] < 0;
        LoggedTransaction transaction = compact ? compact(in) : format1(in);
        if (in.available() != 0) {
            throw unreadable("bytes are left", "left", in.available());
        }
        return transaction;
    }

    private static LoggedTransaction compact(DataInputDeserializer in) throws IOException {
        int flags = in.readUnsignedByte();
        int more = (flags & MORE) == MORE ? more(in) : flags & MORE;
        long timestamp = in.readLong();
        boolean first = (flags & FIRST_ATTEMPT) != 0;
        long id = first ? timestamp : in.readLong();
        int attempts = first ? 1 : number(in);
        boolean content = (flags & CONTENT) != 0;
        long contentHigh = content ? in.readLong() : 0;
        long contentLow = content ? in.readLong() : 0;
        String key = (flags & KEY) != 0 ? StringValue.readString(in) : "";
        long time = (more & TIME) != 0 ? in.readLong() : NO_TIME;
        List<AbortReason> reasons =
                (flags & REASONS) != 0 ? reasons(in, count(in, number(in))) : List.of();
        List<LoggedUpdate> updates = updates(in, count(in, number(in)));
        List<byte[]> elements = elements(in, more, updates);
        String entrance = EntranceKeys.entrance(key);
        List<LoggedElement> batch =
                (more & BATCH) != 0 ? batch(in, entrance, elements.size()) : List.of();
        if ((more & REJECTED) != 0) {
            reject(in, batch);
        }
        return new LoggedTransaction(
                id,
                timestamp,
                (flags & ABORTED) == 0 ? Outcome.COMMITTED : Outcome.ABORTED,
                attempts,
                entrance,
                EntranceKeys.key(key),
                contentHigh,
                contentLow,
                reasons,
                updates,
                elements,
                time,
                (more & RETURNED) != 0 ? bytes(in, number(in)) : null,
                batch);
    }

    private static int more(DataInputDeserializer in) throws IOException {
        int more = in.readUnsignedByte();
        if ((more & ~(MORE | TIME | RETURNED | BATCH | REJECTED)) != 0 || (more & MORE) == MORE) {
            throw unreadable("flags are not known", "flags", more);
        }
        return more;
    }

    private static List<LoggedElement> batch(DataInputDeserializer in, String entrance, int emitted)
            throws IOException {
        int count = count(in, number(in));
        List<LoggedElement> batch = new ArrayList<>(count);
        int left = emitted;
        for (int i = 0; i < count; i++) {
            int head = number(in);
            int own = head >>> 1;
            boolean content = (head & 1) != 0;
            InputIdentity input =
                    content
                            ? new InputIdentity("", in.readLong(), in.readLong())
                            : InputIdentity.ofKey(entrance, StringValue.readString(in));
            batch.add(new LoggedElement(input, content ? "" : input.keyAlone(), own));
            left -= own;
        }
        if (left != 0) {
            throw unreadable("its parts have emitted other elements than it", "left", left);
        }
        return batch;
    }

    private static void reject(DataInputDeserializer in, List<LoggedElement> batch)
            throws IOException {
        for (int left = count(in, number(in)); left > 0; left--) {
            int place = number(in);
            if (place < 0 || place >= batch.size()) {
                throw unreadable("its batch has no such element", "place", place);
            }
            batch.set(place, batch.get(place).rejected(rejection(in)));
        }
    }

    private static AbortReason rejection(DataInputDeserializer in) throws IOException {
        return new AbortReason(
                decode(TransactionCodes::kind, in), text(in), text(in), text(in), text(in));
    }

    private static String text(DataInputDeserializer in) throws IOException {
        return new String(bytes(in, number(in)), StandardCharsets.UTF_8);
    }

    private static List<LoggedUpdate> updates(DataInputDeserializer in, int count)
            throws IOException {
        List<LoggedUpdate> updates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int state = number(in);
            byte[] key = bytes(in, number(in));
            boolean deleted = (state & 1) != 0;
            updates.add(new LoggedUpdate(state >>> 1, key, deleted ? null : bytes(in, number(in))));
        }
        return updates;
    }

    private static List<byte[]> elements(
            DataInputDeserializer in, int flags, List<LoggedUpdate> updates) throws IOException {
        List<byte[]> elements = new ArrayList<>();
        if ((flags & ELEMENTS_ARE_VALUES) != 0) {
            for (LoggedUpdate update : updates) {
                byte[] value = update.value();
                if (value == null) {
                    throw unreadable("an element is a value that was deleted", "flags", flags);
                }
                elements.add(value);
            }
        }
        int count = (flags & ELEMENTS) != 0 ? count(in, number(in)) : 0;
        for (int i = 0; i < count; i++) {
            elements.add(bytes(in, number(in)));
        }
        return elements;
    }

    private static LoggedTransaction format1(DataInputDeserializer in) throws IOException {
        return new LoggedTransaction(
                in.readLong(),
                in.readLong(),
                decode(TransactionCodes::outcome, in),
                in.readInt(),
                "",
                StringValue.readString(in),
                in.readLong(),
                in.readLong(),
                reasons(in, count(in, in.readInt())),
                updatesOfFormat1(in),
                elementsOfFormat1(in));
    }

    private static List<AbortReason> reasons(DataInputDeserializer in, int count)
            throws IOException {
        List<AbortReason> reasons = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            reasons.add(
                    new AbortReason(
                            decode(TransactionCodes::kind, in),
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in)));
        }
        return reasons;
    }

    private static List<LoggedUpdate> updatesOfFormat1(DataInputDeserializer in)
            throws IOException {
        int count = count(in, in.readInt());
        List<LoggedUpdate> updates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int state = in.readInt();
            byte[] key = bytes(in, in.readInt());
            int length = in.readInt();
            updates.add(new LoggedUpdate(state, key, length == DELETED ? null : bytes(in, length)));
        }
        return updates;
    }

    private static List<byte[]> elementsOfFormat1(DataInputDeserializer in) throws IOException {
        int count = count(in, in.readInt());
        List<byte[]> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(bytes(in, in.readInt()));
        }
        return elements;
    }

    private static byte[] bytes(DataInputDeserializer in, int length) throws IOException {
        if (length < 0 || length > in.available()) {
            throw unreadable("a length is wrong", "length", length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** A number of things that take a byte at least. */
    private static int count(DataInputDeserializer in, int count) throws IOException {
        if (count < 0 || count > in.available()) {
            throw unreadable("a number of entries is wrong", "count", count);
        }
        return count;
    }

    /** A number of seven bits to a byte; if it is longer than any, one that is refused. */
    private static int number(DataInputDeserializer in) throws IOException {
        int number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            int next = in.readUnsignedByte();
            number |= (next & 0x7f) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw unreadable("a number does not end", "number", number);
    }

    private static <V> V decode(IntFunction<V> codes, DataInputDeserializer in) throws IOException {
        try {
            return codes.apply(in.readUnsignedByte());
        } catch (IllegalArgumentException e) {
            throw new LogCorruptedException(String.valueOf(e.getMessage()), e);
        }
    }

    private static LogCorruptedException unreadable(String reason, String name, int value) {
        return new LogCorruptedException(
                "[TSP-3109] Cannot read logged transaction: " + reason + ", " + name + "=" + value);
    }
}
