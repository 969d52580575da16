/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.feedback;

import io.tspoon.log.ShortText;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.protocol.admission.Transaction;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.ReturnedInputs;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * What the close operator has to know about each attempt in flight, by slot.
 *
 * <pre>
 *  bytes   field, for each slot
 *  1       kind: length of the key (0 to 48), or 63 if the key is a string, as it always is beside a
 *          digest; 64 if the attempt is repeated; 128 if there is a digest
 *
 *  16      characters of a key of up to 16, or the digest of the element
 *
 *  48      characters of a longer key, a byte each
 *  8       of a repeated attempt: id of the transaction
 *  8       of a repeated attempt: which attempt it is
 *
 *  8       number of the transaction, if attempts are decided in that order
 *
 *  1       number of the entrance that the element has come by, if there are several
 *
 *  8       time of the element, once one has had a time
 *
 *          the element itself, if results give elements back
 *
 *          the batch, if there are batches, until its result has left
 * </pre>
 *
 * <p>Threads: {@link #describe} is for the open operator's thread, before it sends the attempt. All
 * other methods are for the close operator's thread, after it has received the attempt and before
 * it gives the slot back. The messages between the two establish happens-before, so no access needs
 * ordering of its own.
 */
@Internal
public final class AttemptDescriptions {
    /*
     * The open operator writes this memory and the close operator reads it on another processor, so
     * each cache line that both touch has to travel between the two. The layout keeps their number
     * low.
     *
     * Without keys and without a log, there is nothing to store for most attempts: each is the
     * first of its transaction, so the transaction id equals the timestamp. One byte for each slot
     * says so, and it is written only when it changes. For most other attempts a short key is all
     * there is, which takes 16 bytes. A reference to a String instead would cost the close operator
     * two more memory accesses, and the open operator a reference store, of which the garbage
     * collector has to be told.
     */

    /** Longer keys, and keys with other characters than those of Latin-1, are kept as strings. */
    static final int MAX_KEY = 48;

    /** Longer keys are kept in the rows that are rarely used. */
    static final int MAX_SHORT_KEY = 16;

    private static final int MAX_CHARACTER = 0xff;

    private static final int SHORT_BYTES = MAX_SHORT_KEY;

    /** Offsets within the row of a longer key or a repeated attempt; the key is at 0. */
    private static final int ID = MAX_KEY;

    private static final int NUMBER = ID + Long.BYTES;
    private static final int LONG_BYTES = NUMBER + Long.BYTES;

    private static final int LENGTH_MASK = 0x3f;

    /** In place of the length of the key: the key is a string. */
    private static final int ELSEWHERE = LENGTH_MASK;

    /** Bit of a kind: this is not the first attempt of its transaction. */
    private static final int REPEATED = 0x40;

    /** Bit of a kind: there is a digest. */
    private static final int DIGEST = 0x80;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** By slot: the kind, as in the table above; 0 if nothing is stored. */
    private final byte[] kinds;

    private final byte[] shortRows;
    private final byte[] longRows;
    private final @Nullable String[] strings;

    /** Null unless transactions are numbered. */
    private final long @Nullable [] numbers;

    /** Names of the entrances, by number; empty if there is one without a name. */
    private final List<String> names;

    /** Null unless there are several entrances. */
    private final byte @Nullable [] entrances;

    private final ElementTimes times;
    private final ReturnedInputs returned;

    /** Null if no result gives an element back. */
    private final @Nullable Object @Nullable [] elements;

    /** Null if there are no batches. */
    private final @Nullable Batch @Nullable [] batches;

    /** By slot: see {@link #reasons}. Null if there are no timers. */
    private final @Nullable List<AbortReason> @Nullable [] reasons;

    /** Of a t-graph without timers; the parameters are as below. */
    AttemptDescriptions(
            int slots, boolean numbered, List<String> entrances, ReturnedInputs returned) {
        this(slots, numbered, entrances, returned, false, false);
    }

    /**
     * @param numbered whether {@link #number} will be called
     * @param entrances names of the entrances, by number; empty if there is one without a name
     * @param returned which results give their elements back
     * @param timed whether there are timers
     * @param batched whether there are batches
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    AttemptDescriptions(
            int slots,
            boolean numbered,
            List<String> entrances,
            ReturnedInputs returned,
            boolean timed,
            boolean batched) {
        this.batches = batched ? new Batch[slots] : null;
        this.reasons = timed ? new List[slots] : null;
        this.numbers = numbered ? new long[slots] : null;
        this.names = List.copyOf(entrances);
        this.entrances = entrances.size() > 1 ? new byte[slots] : null;
        this.kinds = new byte[slots];
        this.shortRows = new byte[slots * SHORT_BYTES];
        this.longRows = new byte[slots * LONG_BYTES];
        this.strings = new String[slots];
        this.times = new ElementTimes(slots);
        this.returned = returned;
        this.elements = returned == ReturnedInputs.NONE ? null : new Object[slots];
    }

    int slots() {
        return kinds.length;
    }

    // ------------------------------------------------------------------ open

    /**
     * Stores what there is to know about an attempt that begins.
     *
     * @param entrance number of the entrance that the element has come by
     * @param time of the element; {@link ElementTimes#NONE} if it has none
     */
    public void describe(int slot, Transaction<?> transaction, int entrance, long time) {
        String key = transaction.key();
        int kind = key.isEmpty() ? putDigest(slot, transaction) : putKey(slot, transaction);
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
        if (entrances != null) {
            entrances[slot] = (byte) entrance;
        }
        times.set(slot, time);
        if (elements != null) {
            elements[slot] = transaction.element();
        }
        if (batches != null) {
            batches[slot] = transaction.element() instanceof Batch batch ? batch : null;
        }
    }

    /**
     * Stores why an earlier transaction has aborted whose result this one is to give.
     *
     * @param why null if there is none
     */
    public void describe(int slot, @Nullable List<AbortReason> why) {
        if (reasons != null) {
            reasons[slot] = why;
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

    private int putKey(int slot, Transaction<?> transaction) {
        String key = transaction.key();
        if ((transaction.contentHigh() | transaction.contentLow()) != 0) { // that of a call
            strings[slot] = key;
            return ELSEWHERE | putDigest(slot, transaction);
        }
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

    /** Loads what most attempts use into the cache (see {@link io.tspoon.protocol}). */
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

    /**
     * Why an earlier transaction has aborted whose result this one gives: it removes the timer of
     * that one. Null if this is not such a transaction.
     */
    public @Nullable List<AbortReason> reasons(int slot) {
        return reasons == null ? null : reasons[slot];
    }

    /** The {@linkplain Transaction#number number} of the transaction; only if they are numbered. */
    public long number(int slot) {
        return Objects.requireNonNull(numbers)[slot];
    }

    /** The name of the entrance that the element has come by; empty if it has none. */
    public String entrance(int slot) {
        if (entrances != null) {
            return names.get(entrances[slot]);
        }
        return names.isEmpty() ? "" : names.get(0);
    }

    /** The time of the element; {@link ElementTimes#NONE} if it has none. */
    public long time(int slot) {
        return times.get(slot);
    }

    /**
     * The times of several elements, see {@link ElementTimes#get(int[], int)}.
     *
     * @param slots the first of them
     * @param count how many
     */
    public long[] times(int[] slots, int count) {
        return times.get(slots, count);
    }

    /**
     * Removes the element of an attempt that is decided, so that it is not kept longer than needed.
     *
     * @param outcome null if the attempt is repeated
     * @return the element, as it has come to open, if the result is to give it back; else null
     */
    public @Nullable Object takeElement(int slot, @Nullable Outcome outcome) {
        if (elements == null) {
            return null;
        }
        Object element = elements[slot];
        elements[slot] = null;
        return outcome != null && returned.includes(outcome) ? element : null;
    }

    /** The batch of an attempt; null if it is of one element. */
    public @Nullable Batch batch(int slot) {
        return batches == null ? null : batches[slot];
    }

    /** Forgets a batch, so that it is not kept longer than needed. */
    public void forgetBatch(int slot) {
        if (batches != null) {
            batches[slot] = null;
        }
    }

    /** Whether there has been a batch. */
    public boolean hasBatches() {
        return batches != null;
    }

    /** Forgets the batches whose results have left; the parameters are those of {@link #times}. */
    public void forgetBatches(int[] slots, int count) {
        for (int i = 0; batches != null && i < count; i++) {
            batches[slots[i]] = null;
        }
    }

    private boolean isRepeated(int slot) {
        return (kinds[slot] & REPEATED) != 0;
    }

    /** The key of the transaction; empty if it has none. */
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

    /**
     * The first half of the digest; 0 if there is no log, or if the transaction has a key and is
     * not that of a call.
     */
    public long contentHigh(int slot) {
        return hasDigest(slot) ? (long) LONG.get(shortRows, slot * SHORT_BYTES) : 0;
    }

    /** The second half of the digest, see {@link #contentHigh}. */
    public long contentLow(int slot) {
        return hasDigest(slot) ? (long) LONG.get(shortRows, slot * SHORT_BYTES + Long.BYTES) : 0;
    }

    private boolean hasDigest(int slot) {
        return (kinds[slot] & DIGEST) != 0;
    }
}
