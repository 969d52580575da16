/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.StringValue;

import java.io.IOException;
import java.util.List;

/**
 * Writes decided transactions as records, without any object in between; the bytes are told at
 * {@link LoggedTransaction}.
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
 * encoder.end();
 * </pre>
 *
 * <p>Each part is there once, in this order, and as often as announced. For one thread; runs for
 * every transaction.
 */
public final class TransactionEncoder {
    private final LogRecords records;

    private DataOutputSerializer out = new DataOutputSerializer(1);
    private boolean deleted;

    /** Where the length of what is being written belongs. */
    private int lengthAt;

    /** Updates or elements that have been announced and have not begun. */
    private int announced;

    /**
     * @param records where the records go
     */
    public TransactionEncoder(LogRecords records) {
        this.records = records;
    }

    /** Begins a transaction; keys, values and elements are serialized to what this returns. */
    public DataOutputSerializer begin(
            long id,
            long timestamp,
            Outcome outcome,
            int attempts,
            String key,
            long contentHigh,
            long contentLow)
            throws IOException {
        out = records.begin();
        announced = 0;
        out.writeLong(id);
        out.writeLong(timestamp);
        out.writeByte(outcome == Outcome.COMMITTED ? 0 : 1);
        out.writeInt(attempts);
        StringValue.writeString(key, out);
        out.writeLong(contentHigh);
        out.writeLong(contentLow);
        return out;
    }

    /** Why the transaction was aborted; empty if it was not. */
    public void reasons(List<AbortReason> reasons) throws IOException {
        out.writeInt(reasons.size());
        for (AbortReason reason : reasons) {
            out.writeByte(reason.kind() == AbortReason.Kind.CONSTRAINT ? 0 : 1);
            StringValue.writeString(reason.operator(), out);
            StringValue.writeString(reason.key(), out);
            StringValue.writeString(reason.rule(), out);
            StringValue.writeString(reason.detail(), out);
        }
    }

    /** How many updates will follow. */
    public void updates(int count) throws IOException {
        announce(count);
    }

    /** An update; its key is next. */
    public void beginUpdate(int state, boolean isDeletion) throws IOException {
        announced--;
        deleted = isDeletion;
        out.writeInt(state);
        beginBytes();
    }

    /** The key has been written; the value is next, unless it is a deletion. */
    public void endKey() throws IOException {
        endBytes();
        if (deleted) {
            out.writeInt(LoggedTransaction.DELETED);
        } else {
            beginBytes();
        }
    }

    /** The value has been written. */
    public void endValue() throws IOException {
        endBytes();
    }

    /** How many emitted elements will follow. */
    public void elements(int count) throws IOException {
        announce(count);
    }

    /** An emitted element is next. */
    public void beginElement() throws IOException {
        announced--;
        beginBytes();
    }

    /** The element has been written. */
    public void endElement() throws IOException {
        endBytes();
    }

    /** Ends the transaction and its record. */
    public void end() throws IOException {
        checkAnnounced();
        records.end();
    }

    private void announce(int count) throws IOException {
        checkAnnounced();
        announced = count;
        out.writeInt(count);
    }

    private void checkAnnounced() {
        if (announced != 0) {
            throw new IllegalStateException(
                    "Cannot log transaction: more or less was written than announced, missing="
                            + announced);
        }
    }

    private void beginBytes() throws IOException {
        lengthAt = out.length();
        out.writeInt(0);
    }

    private void endBytes() throws IOException {
        out.writeIntUnsafe(out.length() - lengthAt - 4, lengthAt);
    }
}
