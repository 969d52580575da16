/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.protocol.Transaction;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What the close operator has to know of each attempt in flight, by slot.
 *
 * <p>Open writes it, and close, on another processor, reads it, so each line of the cache that both
 * touch has to travel. For a first attempt of a transaction without a key there is nothing to say:
 * its id is its timestamp. That is told by one byte for each slot, which is written only where it
 * changes. Of the others all that is written lies together, a key of up to 48 characters included:
 * a reference to a string would cost close two more places of memory, and open a store that the
 * collector has to hear of.
 *
 * <pre>
 *  bytes   field
 *  48      characters of the key, a byte each; if it is empty, 16 bytes: digest of the element
 *  8       of a repeated attempt: id of the transaction
 *  8       of a repeated attempt: which attempt it is
 * </pre>
 *
 * <p>Threads: {@link #describe} is for the open operator's thread, before it sends the attempt; the
 * rest for the close operator's, after it has received the attempt and before it gives the slot
 * back. These messages order what happens here, so no access needs an order of its own.
 */
public final class AttemptDescriptions {
    /** Longer keys are kept as strings, and those with other characters than Latin-1. */
    static final int MAX_SHORT_KEY = 48;

    private static final int ID = MAX_SHORT_KEY;
    private static final int NUMBER = ID + Long.BYTES;
    private static final int SLOT_BYTES = NUMBER + Long.BYTES;
    private static final int MAX_CHARACTER = 0xff;

    /** In the lower bits of a kind, instead of the length of the key: it is a string. */
    private static final int ELSEWHERE = 0x3f;

    /** A bit of a kind: not the first attempt of its transaction. */
    private static final int REPEATED = 0x40;

    /** A bit of a kind: there is a digest. */
    private static final int DIGEST = 0x80;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** By slot: length of the key, and what else there is; 0 for a first attempt without key. */
    private final byte[] kinds;

    private final byte[] bytes;
    private final @Nullable String[] longKeys;

    AttemptDescriptions(int slots) {
        this.kinds = new byte[slots];
        this.bytes = new byte[slots * SLOT_BYTES];
        this.longKeys = new String[slots];
    }

    int slots() {
        return kinds.length;
    }

    // ------------------------------------------------------------------ open

    /** An attempt of the transaction begins. */
    public void describe(int slot, Transaction<?> transaction) {
        int at = slot * SLOT_BYTES;
        String key = transaction.key();
        int kind = key.length();
        if (kind == 0) {
            kind = putDigest(at, transaction) ? DIGEST : 0;
        } else if (!putShortKey(at, key)) {
            longKeys[slot] = key;
            kind = ELSEWHERE;
        }
        if (transaction.attempts() > 1) {
            LONG.set(bytes, at + ID, transaction.id());
            LONG.set(bytes, at + NUMBER, (long) transaction.attempts());
            kind |= REPEATED;
        }
        if (kinds[slot] != (byte) kind) {
            kinds[slot] = (byte) kind;
        }
    }

    private boolean putDigest(int at, Transaction<?> transaction) {
        long high = transaction.contentHigh();
        long low = transaction.contentLow();
        if ((high | low) == 0) {
            return false;
        }
        LONG.set(bytes, at, high);
        LONG.set(bytes, at + Long.BYTES, low);
        return true;
    }

    private boolean putShortKey(int at, String key) {
        int length = key.length();
        if (length > MAX_SHORT_KEY) {
            return false;
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            char c = key.charAt(i);
            all |= c;
            bytes[at + i] = (byte) c;
        }
        return all <= MAX_CHARACTER;
    }

    // ------------------------------------------------------------------ close

    /** Reads what is written of an attempt, for the sake of having it at hand; means nothing. */
    public int fetch(int slot) {
        return kinds[slot] == 0 ? 0 : bytes[slot * SLOT_BYTES];
    }

    /**
     * The id of the transaction.
     *
     * @param timestamp of the attempt
     */
    public long transactionId(int slot, long timestamp) {
        return isRepeated(slot) ? (long) LONG.get(bytes, slot * SLOT_BYTES + ID) : timestamp;
    }

    public int attempts(int slot) {
        return isRepeated(slot) ? (int) (long) LONG.get(bytes, slot * SLOT_BYTES + NUMBER) : 1;
    }

    private boolean isRepeated(int slot) {
        return (kinds[slot] & REPEATED) != 0;
    }

    /** Empty if the transaction has none. */
    public String key(int slot) {
        int length = kinds[slot] & ELSEWHERE;
        if (length == 0) {
            return "";
        }
        return length == ELSEWHERE
                ? Objects.requireNonNull(longKeys[slot])
                : new String(bytes, slot * SLOT_BYTES, length, StandardCharsets.ISO_8859_1);
    }

    /** 0 if the transaction has a key, and without a log. */
    public long contentHigh(int slot) {
        return hasDigest(slot) ? (long) LONG.get(bytes, slot * SLOT_BYTES) : 0;
    }

    /** As {@link #contentHigh}, the other half. */
    public long contentLow(int slot) {
        return hasDigest(slot) ? (long) LONG.get(bytes, slot * SLOT_BYTES + Long.BYTES) : 0;
    }

    private boolean hasDigest(int slot) {
        return (kinds[slot] & DIGEST) != 0;
    }
}
