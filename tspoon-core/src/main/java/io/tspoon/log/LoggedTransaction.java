/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.types.StringValue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A decided transaction as it is read from a log; {@link TransactionEncoder} writes it.
 *
 * <pre>
 *  bytes   field
 *  8       id
 *  8       execution timestamp
 *  1       outcome, 0 committed, 1 aborted
 *  4       attempts
 *  n       key of the transaction, as a string of any length (StringValue)
 *  8, 8    digest of the input element's bytes, high and low half; 0 if there is a key
 *  4       number of reasons, each: kind as a byte, 0 constraint, 1 user;
 *          then operator, key, rule, detail as strings
 *  4       number of updates, each: index of the state (4), length of the key (4), key,
 *          length of the value (4), -1 if deleted, value
 *  4       number of emitted elements, each: length (4), element
 * </pre>
 *
 * @param id of the transaction
 * @param timestamp its place in the serial order
 * @param outcome what became of it
 * @param attempts how often it was executed
 * @param key what the user's key function gave for it; may be empty
 * @param contentHigh first half of the digest of the input element
 * @param contentLow second half of the digest of the input element
 * @param reasons why it was aborted
 * @param updates what it wrote, the last value of each key
 * @param elements what it emitted, as the element serializer writes it
 */
public record LoggedTransaction(
        long id,
        long timestamp,
        Outcome outcome,
        int attempts,
        String key,
        long contentHigh,
        long contentLow,
        List<AbortReason> reasons,
        List<LoggedUpdate> updates,
        List<byte[]> elements) {

    static final int DELETED = -1;

    private static final Outcome[] OUTCOMES = {Outcome.COMMITTED, Outcome.ABORTED};
    private static final AbortReason.Kind[] KINDS = {
        AbortReason.Kind.CONSTRAINT, AbortReason.Kind.USER
    };

    public boolean isCommitted() {
        return outcome == Outcome.COMMITTED;
    }

    /** Reads the payload of a record. */
    public static LoggedTransaction decode(byte[] payload) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(payload);
        LoggedTransaction transaction =
                new LoggedTransaction(
                        in.readLong(),
                        in.readLong(),
                        OUTCOMES[code(in, "outcome")],
                        in.readInt(),
                        StringValue.readString(in),
                        in.readLong(),
                        in.readLong(),
                        reasons(in),
                        updates(in),
                        elements(in));
        if (in.available() != 0) {
            throw unreadable("bytes are left", "left", in.available());
        }
        return transaction;
    }

    private static List<AbortReason> reasons(DataInputDeserializer in) throws IOException {
        int count = count(in);
        List<AbortReason> reasons = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            reasons.add(
                    new AbortReason(
                            KINDS[code(in, "kind of reason")],
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in)));
        }
        return reasons;
    }

    private static List<LoggedUpdate> updates(DataInputDeserializer in) throws IOException {
        int count = count(in);
        List<LoggedUpdate> updates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int state = in.readInt();
            byte[] key = bytes(in, in.readInt());
            int length = in.readInt();
            updates.add(new LoggedUpdate(state, key, length == DELETED ? null : bytes(in, length)));
        }
        return updates;
    }

    private static List<byte[]> elements(DataInputDeserializer in) throws IOException {
        int count = count(in);
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
    private static int count(DataInputDeserializer in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw unreadable("a number of entries is wrong", "count", count);
        }
        return count;
    }

    private static int code(DataInputDeserializer in, String name) throws IOException {
        int code = in.readUnsignedByte();
        if (code > 1) {
            throw unreadable("unknown " + name, "code", code);
        }
        return code;
    }

    private static LogCorruptedException unreadable(String reason, String name, int value) {
        return new LogCorruptedException(
                "Cannot read logged transaction: " + reason + ", " + name + "=" + value);
    }
}
