/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionCodes;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.StringValue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes decided transactions as records, without intermediate objects. {@link LoggedTransaction}
 * describes the bytes.
 *
 * <pre>
 * DataOutputSerializer out = encoder.begin(...);
 * encoder.reasons(reasons);
 * encoder.updates(2);
 * encoder.beginUpdate(state, false);
 * keySerializer.serialize(key, out);
 * encoder.endKey();
 * valueSerializer.serialize(value, out);
 * encoder.endValue();
 * encoder.beginUpdate(state, true);       // deleted: there is no value
 * keySerializer.serialize(key, out);
 * encoder.endKey();
 * encoder.elements(1);
 * encoder.beginElement();
 * elementSerializer.serialize(element, out);
 * encoder.endElement();
 * encoder.batch(1);                       // only if announced
 * encoder.batchElement(identity, 1);
 * encoder.rejected(1, place -> reasons);  // only of a batch
 * encoder.beginInput();                   // only if announced
 * inputSerializer.serialize(input, out);
 * encoder.endInput(limit);
 * encoder.end();
 * </pre>
 *
 * <p>Write each part once, in this order, and as many updates and elements as announced. Reasons
 * and elements may be left out. For one thread; runs for every transaction.
 */
@Internal
public final class TransactionEncoder {
    private static final int MAX_NUMBER_BYTES = 5;

    /** Numbers from here on take more than one byte, and characters. */
    private static final int LARGE = 0x80;

    /** Longest key that is written without {@link StringValue}, which does it char by char. */
    private static final int MAX_SHORT_KEY = 64;

    private final LogRecords records;
    private final byte[] number = new byte[MAX_NUMBER_BYTES];
    private final byte[] shortKey = new byte[1 + ShortText.roomFor(MAX_SHORT_KEY)];

    private DataOutputSerializer out = new DataOutputSerializer(1);
    private boolean deleted;

    /** Where the flags of the transaction are. */
    private int flagsAt;

    /** Where those of its elements are. */
    private int moreFlagsAt;

    /** Where the length of what is being written belongs. */
    private int lengthAt;

    /** Updates or elements that have been announced and have not begun. */
    private int announced;

    /**
     * @param records receives the records
     */
    public TransactionEncoder(LogRecords records) {
        this.records = records;
    }

    /** Begins a transaction. Serialize keys, values and elements to the returned output. */
    public DataOutputSerializer begin(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String entrance,
            String key,
            long contentHigh,
            long contentLow)
            throws IOException {
        return begin(
                id,
                timestamp,
                outcome,
                attempts,
                entrance,
                key,
                contentHigh,
                contentLow,
                LoggedTransaction.NO_TIME,
                false);
    }

    /** As above, for one element. The parameters are those below. */
    public DataOutputSerializer begin(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String entrance,
            String key,
            long contentHigh,
            long contentLow,
            long time,
            boolean returned)
            throws IOException {
        return begin(
                id,
                timestamp,
                outcome,
                attempts,
                entrance,
                key,
                contentHigh,
                contentLow,
                time,
                returned,
                false);
    }

    /**
     * As above.
     *
     * @param time of the input element; {@link LoggedTransaction#NO_TIME} if it has none
     * @param returned whether the input element follows
     * @param batch whether the elements of a batch follow
     */
    public DataOutputSerializer begin(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String entrance,
            String key,
            long contentHigh,
            long contentLow,
            long time,
            boolean returned,
            boolean batch)
            throws IOException {
        String written = EntranceKeys.written(entrance, key);
        out = records.begin();
        announced = 0;
        flagsAt = out.length();
        boolean first = id == timestamp && attempts == 1;
        boolean content = (contentHigh | contentLow) != 0;
        int flags = LoggedTransaction.COMPACT;
        flags |= outcome == Outcome.COMMITTED ? 0 : LoggedTransaction.ABORTED;
        flags |= first ? LoggedTransaction.FIRST_ATTEMPT : 0;
        flags |= written.isEmpty() ? 0 : LoggedTransaction.KEY;
        flags |= content ? LoggedTransaction.CONTENT : 0;
        boolean timed = time != LoggedTransaction.NO_TIME;
        if (timed || returned || batch) {
            out.write(flags | LoggedTransaction.MORE);
            out.write(
                    (timed ? LoggedTransaction.TIME : 0)
                            | (returned ? LoggedTransaction.RETURNED : 0));
        } else {
            out.write(flags);
        }
        moreFlagsAt = out.length() - 1;
        out.writeLong(timestamp);
        if (!first) {
            out.writeLong(id);
            writeNumber(attempts);
        }
        if (content) {
            out.writeLong(contentHigh);
            out.writeLong(contentLow);
        }
        if (!written.isEmpty()) {
            writeKey(written);
        }
        if (timed) {
            out.writeLong(time);
        }
        return out;
    }

    /** Writes what {@link StringValue} writes. */
    private void writeKey(String key) throws IOException {
        int length = key.length();
        if (length > MAX_SHORT_KEY || ShortText.put(key, shortKey, 1) >= LARGE) {
            StringValue.writeString(key, out);
            return;
        }
        shortKey[0] = (byte) (length + 1);
        out.write(shortKey, 0, length + 1);
    }

    /** Writes why the transaction was aborted; empty if it was not. */
    public void reasons(List<AbortReason> reasons) throws IOException {
        if (reasons.isEmpty()) {
            return;
        }
        addFlag(flagsAt, LoggedTransaction.REASONS);
        writeNumber(reasons.size());
        for (AbortReason reason : reasons) {
            write(reason);
        }
    }

    private void write(AbortReason reason) throws IOException {
        out.writeByte(TransactionCodes.code(reason.kind()));
        StringValue.writeString(reason.operator(), out);
        StringValue.writeString(reason.key(), out);
        StringValue.writeString(reason.rule(), out);
        StringValue.writeString(reason.detail(), out);
    }

    /** Announces the number of updates that follow. */
    public void updates(int count) throws IOException {
        announced = count;
        writeNumber(count);
    }

    /** Begins an update; its key comes next. */
    public void beginUpdate(int state, boolean isDeletion) throws IOException {
        announced--;
        deleted = isDeletion;
        writeNumber(2 * state + (isDeletion ? 1 : 0));
        beginBytes();
    }

    /** Ends the key; the value comes next, unless the update is a deletion. */
    public void endKey() throws IOException {
        endBytes();
        if (!deleted) {
            beginBytes();
        }
    }

    /** Ends the value. */
    public void endValue() throws IOException {
        endBytes();
    }

    /** Says that the emitted elements are the values of the updates, in their order and bytes. */
    public void elementsAreValues() {
        addFlag(moreFlagsAt, LoggedTransaction.ELEMENTS_ARE_VALUES);
    }

    /** Announces the number of emitted elements that follow. */
    public void elements(int count) throws IOException {
        checkAnnounced();
        if (count > 0) {
            addFlag(moreFlagsAt, LoggedTransaction.ELEMENTS);
            announced = count;
            writeNumber(count);
        }
    }

    /** Begins an emitted element. */
    public void beginElement() throws IOException {
        announced--;
        beginBytes();
    }

    /** Ends the element. */
    public void endElement() throws IOException {
        endBytes();
    }

    /**
     * Announces the number of elements of the batch that follow. Without it the transaction is that
     * of one element. Comes after the elements that were emitted.
     */
    public void batch(int count) throws IOException {
        checkAnnounced();
        addFlag(moreFlagsAt, LoggedTransaction.BATCH);
        announced = count;
        writeNumber(count);
    }

    /**
     * Writes an element of the batch.
     *
     * @param input how it is recognized when its source delivers it again
     * @param emitted how many of the emitted elements come from it
     */
    public void batchElement(InputIdentity input, int emitted) throws IOException {
        announced--;
        boolean content = input.isContent();
        writeNumber(2 * emitted + (content ? 1 : 0));
        if (content) {
            out.writeLong(input.contentHigh());
            out.writeLong(input.contentLow());
        } else {
            StringValue.writeString(input.keyAlone(), out);
        }
    }

    /**
     * Writes why elements of the batch were rejected, if any were. Comes after the elements of the
     * batch.
     *
     * @param elements of the batch, how many
     * @param reasons by place of an element, from 0; empty if it was not rejected
     */
    public void rejected(int elements, IntFunction<List<AbortReason>> reasons) throws IOException {
        checkAnnounced();
        int rejected = 0;
        for (int place = 0; place < elements; place++) {
            rejected += reasons.apply(place).isEmpty() ? 0 : 1;
        }
        if (rejected == 0) {
            return;
        }
        addFlag(moreFlagsAt, LoggedTransaction.REJECTED);
        writeNumber(rejected);
        for (int place = 0; place < elements; place++) {
            List<AbortReason> ofElement = reasons.apply(place);
            if (!ofElement.isEmpty()) {
                writeNumber(place);
                writeRejection(ofElement.get(0)); // it had one access, which ended with the first
            }
        }
    }

    /** Each text in UTF-8, so that it takes no more than what close has counted for it. */
    private void writeRejection(AbortReason reason) throws IOException {
        out.writeByte(TransactionCodes.code(reason.kind()));
        writeText(reason.operator());
        writeText(reason.key());
        writeText(reason.rule());
        writeText(reason.detail());
    }

    private void writeText(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeNumber(bytes.length);
        out.write(bytes);
    }

    /** Begins the input element that was announced. */
    public void beginInput() throws IOException {
        checkAnnounced();
        beginBytes();
    }

    /**
     * Ends the input element. Leaves it out if the transaction becomes too large with it.
     *
     * @param limit of the bytes of the transaction
     */
    public void endInput(int limit) throws IOException {
        if (out.length() - flagsAt > limit) {
            out.setPosition(lengthAt);
            out.getSharedBuffer()[moreFlagsAt] &= (byte) ~LoggedTransaction.RETURNED;
        } else {
            endBytes();
        }
    }

    /** Ends the transaction and its record. */
    public void end() throws IOException {
        checkAnnounced();
        records.end();
    }

    private void addFlag(int at, int flag) {
        out.getSharedBuffer()[at] |= (byte) flag;
    }

    private void checkAnnounced() {
        if (announced != 0) {
            throw new IllegalStateException(
                    "[TSP-3017] Cannot log transaction: more or less was written than announced,"
                            + " missing="
                            + announced);
        }
    }

    private void beginBytes() throws IOException {
        lengthAt = out.length();
        out.write(0); // most often one byte is enough
    }

    private void endBytes() throws IOException {
        int length = out.length() - lengthAt - 1;
        if (isLarge(length)) {
            int more = putNumber(number, 0, length) - 1;
            out.write(number, 0, more); // for the room only
            byte[] bytes = out.getSharedBuffer();
            System.arraycopy(bytes, lengthAt + 1, bytes, lengthAt + 1 + more, length);
        }
        putNumber(out.getSharedBuffer(), lengthAt, length);
    }

    private void writeNumber(int value) throws IOException {
        if (isLarge(value)) {
            out.write(number, 0, putNumber(number, 0, value));
        } else {
            out.write(value); // most often; to copy one byte costs more than to write it
        }
    }

    /** Writes seven bits to a byte, the lowest first; gives where it ends. */
    private static int putNumber(byte[] bytes, int offset, int value) {
        int at = offset;
        int rest = value;
        while (isLarge(rest)) {
            bytes[at++] = (byte) (rest | LARGE);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    /** The number counts as one without a sign. */
    private static boolean isLarge(int value) {
        return (value & -LARGE) != 0;
    }
}
