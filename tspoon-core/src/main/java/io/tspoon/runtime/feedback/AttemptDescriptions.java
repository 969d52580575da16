/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.log.ShortText;
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
 * touch has to travel. Without keys and a log there is nothing to say of most attempts: they are
 * their transaction's first, so its id is their timestamp. That is told by one byte for each slot,
 * which is written only where it changes. What there is to say of most others, a short key, takes
 * 16 bytes. A reference to a string would cost close two more places of memory, and open a store
 * that the collector has to hear of.
 *
 * <pre>
 *  bytes   field, for each slot
 *  1       kind: length of the key (0 to 48), or 63 if the key is a string; 64 if the attempt is
 *          repeated; 128 if there is a digest
 *
 *  16      characters of a key of up to 16, or the digest of the element
 *
 *  48      characters of a longer key, a byte each
 *  8       of a repeated attempt: id of the transaction
 *  8       of a repeated attempt: which attempt it is
 *
 *  8       number of the transaction, if attempts are decided in that order
 * </pre>
 *
 * <p>Threads: {@link #describe} is for the open operator's thread, before it sends the attempt; the
 * rest for the close operator's, after it has received the attempt and before it gives the slot
 * back. These messages order what happens here, so no access needs an order of its own.
 */
public final class AttemptDescriptions {
    /** Longer keys are kept as strings, and those with other characters than Latin-1. */
    static final int MAX_KEY = 48;

    /** Longer keys are kept with what is rarely used. */
    static final int MAX_SHORT_KEY = 16;

    private static final int MAX_CHARACTER = 0xff;

    private static final int SHORT_BYTES = MAX_SHORT_KEY;

    /** Offsets within what is kept of a longer key or a repeated attempt; the key comes first. */
    private static final int ID = MAX_KEY;

    private static final int NUMBER = ID + Long.BYTES;
    private static final int LONG_BYTES = NUMBER + Long.BYTES;

    private static final int LENGTH_MASK = 0x3f;

    /** Instead of the length of the key: it is a string. */
    private static final int ELSEWHERE = LENGTH_MASK;

    /** A bit of a kind: not the first attempt of its transaction. */
    private static final int REPEATED = 0x40;

    /** A bit of a kind: there is a digest. */
    private static final int DIGEST = 0x80;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** By slot: what is written of the attempt; 0 if nothing is. */
    private final byte[] kinds;

    private final byte[] shortRows;
    private final byte[] longRows;
    private final @Nullable String[] strings;

    /** Null unless attempts are numbered. */
    private final long @Nullable [] numbers;

    /**
     * @param numbered whether {@link #number} is asked for
     */
    AttemptDescriptions(int slots, boolean numbered) {
        this.numbers = numbered ? new long[slots] : null;
        this.kinds = new byte[slots];
        this.shortRows = new byte[slots * SHORT_BYTES];
        this.longRows = new byte[slots * LONG_BYTES];
        this.strings = new String[slots];
    }

    int slots() {
        return kinds.length;
    }

    // ------------------------------------------------------------------ open

    /** An attempt of the transaction begins. */
    public void describe(int slot, Transaction<?> transaction) {
        String key = transaction.key();
        int kind = key.isEmpty() ? putDigest(slot, transaction) : putKey(slot, key);
        if (transaction.attempts() > 1) {
            int at = slot * LONG_BYTES;
            LONG.set(longRows, at + ID, transaction.id());
            LONG.set(longRows, at + NUMBER, (long) transaction.attempts());
            kind |= REPEATED;
        }
        if (kinds[slot] != (byte) kind) {
            kinds[slot] = (byte) kind;
        }
        if (numbers != null) {
            numbers[slot] = transaction.number();
        }
    }

    private int putDigest(int slot, Transaction<?> transaction) {
        long high = transaction.contentHigh();
        long low = transaction.contentLow();
        if ((high | low) == 0) {
            return 0;
        }
        int at = slot * SHORT_BYTES;
        LONG.set(shortRows, at, high);
        LONG.set(shortRows, at + Long.BYTES, low);
        return DIGEST;
    }

    private int putKey(int slot, String key) {
        int length = key.length();
        boolean fits =
                length <= MAX_SHORT_KEY
                        ? isPut(key, shortRows, slot * SHORT_BYTES)
                        : length <= MAX_KEY && isPut(key, longRows, slot * LONG_BYTES);
        if (!fits) {
            strings[slot] = key;
            return ELSEWHERE;
        }
        return length;
    }

    private static boolean isPut(String key, byte[] rows, int at) {
        return ShortText.put(key, rows, at) <= MAX_CHARACTER;
    }

    // ------------------------------------------------------------------ close

    /** Loads what most attempts have ({@link io.tspoon.protocol}). */
    public int prefetch(int slot) {
        int kind = kinds[slot];
        if (kind == 0) {
            return 0;
        }
        return (kind & LENGTH_MASK) <= MAX_SHORT_KEY
                ? shortRows[slot * SHORT_BYTES]
                : longRows[slot * LONG_BYTES];
    }

    /**
     * The id of the transaction.
     *
     * @param timestamp of the attempt
     */
    public long transactionId(int slot, long timestamp) {
        return isRepeated(slot) ? (long) LONG.get(longRows, slot * LONG_BYTES + ID) : timestamp;
    }

    public int attempts(int slot) {
        return isRepeated(slot) ? (int) (long) LONG.get(longRows, slot * LONG_BYTES + NUMBER) : 1;
    }

    /** Whether the attempts are decided in the order of their transactions. */
    public boolean areNumbered() {
        return numbers != null;
    }

    /** The {@linkplain Transaction#number number} of the transaction, if they are. */
    public long number(int slot) {
        return Objects.requireNonNull(numbers)[slot];
    }

    private boolean isRepeated(int slot) {
        return (kinds[slot] & REPEATED) != 0;
    }

    /** Empty if the transaction has none. */
    public String key(int slot) {
        int length = kinds[slot] & LENGTH_MASK;
        if (length == 0) {
            return "";
        }
        if (length == ELSEWHERE) {
            return Objects.requireNonNull(strings[slot]);
        }
        return length <= MAX_SHORT_KEY
                ? string(shortRows, slot * SHORT_BYTES, length)
                : string(longRows, slot * LONG_BYTES, length);
    }

    private static String string(byte[] rows, int at, int length) {
        return new String(rows, at, length, StandardCharsets.ISO_8859_1);
    }

    /** 0 if the transaction has a key, and without a log. */
    public long contentHigh(int slot) {
        return hasDigest(slot) ? (long) LONG.get(shortRows, slot * SHORT_BYTES) : 0;
    }

    /** As {@link #contentHigh}, the other half. */
    public long contentLow(int slot) {
        return hasDigest(slot) ? (long) LONG.get(shortRows, slot * SHORT_BYTES + Long.BYTES) : 0;
    }

    private boolean hasDigest(int slot) {
        return (kinds[slot] & DIGEST) != 0;
    }
}
