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
 * <p>Open writes it, and close, on another processor, reads it once: so all of an attempt lies
 * together, and a key of up to 48 characters lies there itself. A reference to a string would cost
 * close two more places of memory, and open a store that the collector has to hear of.
 *
 * <pre>
 *  bytes   field
 *  8       id of the transaction
 *  8       attempts in the lower half, length of the key in the upper one; -1 if it is elsewhere
 *  48      characters of the key, a byte each; if it is empty, 16 bytes: digest of the element
 * </pre>
 *
 * <p>Threads: {@link #describe} is for the open operator's thread, before it sends the attempt; the
 * rest for the close operator's, after it has received the attempt and before it gives the slot
 * back. These messages order what happens here, so no access needs an order of its own.
 */
public final class AttemptDescriptions {
    /** Longer keys are kept as strings, and those with other characters than Latin-1. */
    static final int MAX_SHORT_KEY = 48;

    private static final int HEADER = Long.BYTES;
    private static final int REST = 2 * Long.BYTES;
    private static final int SLOT_BYTES = REST + MAX_SHORT_KEY;
    private static final int ELSEWHERE = -1;
    private static final int MAX_CHARACTER = 0xff;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final int slots;
    private final byte[] bytes;
    private final @Nullable String[] longKeys;

    AttemptDescriptions(int slots) {
        this.slots = slots;
        this.bytes = new byte[slots * SLOT_BYTES];
        this.longKeys = new String[slots];
    }

    int slots() {
        return slots;
    }

    /** Called by open before it sends the attempt. */
    public void describe(int slot, Transaction<?> transaction) {
        int at = slot * SLOT_BYTES;
        String key = transaction.key();
        int length = key.length();
        LONG.set(bytes, at, transaction.id());
        if (length == 0) {
            LONG.set(bytes, at + REST, transaction.contentHigh());
            LONG.set(bytes, at + REST + Long.BYTES, transaction.contentLow());
        } else if (!putShortKey(at + REST, key)) {
            longKeys[slot] = key;
            length = ELSEWHERE;
        }
        LONG.set(bytes, at + HEADER, (long) length << Integer.SIZE | transaction.attempts());
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

    public long transactionId(int slot) {
        return (long) LONG.get(bytes, slot * SLOT_BYTES);
    }

    public int attempts(int slot) {
        return (int) header(slot);
    }

    /** Empty if the transaction has none. */
    public String key(int slot) {
        int length = (int) (header(slot) >> Integer.SIZE);
        if (length == 0) {
            return "";
        }
        return length == ELSEWHERE
                ? Objects.requireNonNull(longKeys[slot])
                : new String(bytes, slot * SLOT_BYTES + REST, length, StandardCharsets.ISO_8859_1);
    }

    /** If the transaction has no key; 0 without a log. */
    public long contentHigh(int slot) {
        return (long) LONG.get(bytes, slot * SLOT_BYTES + REST);
    }

    /** As {@link #contentHigh}, the other half. */
    public long contentLow(int slot) {
        return (long) LONG.get(bytes, slot * SLOT_BYTES + REST + Long.BYTES);
    }

    private long header(int slot) {
        return (long) LONG.get(bytes, slot * SLOT_BYTES + HEADER);
    }
}
