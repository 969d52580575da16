/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A record that holds no transaction, but says how far a part of a log reaches: its coordinator has
 * no transaction with an id up to the mark that is not in front of it. Only logs that a recovery
 * cuts at one id have marks, see ADR 0033.
 *
 * <pre>
 *  bytes   field
 *  8       the id; 2^63 - 1: the coordinator has left, so others need not wait for it
 * </pre>
 *
 * No record of a transaction is as short.
 */
@Internal
public final class LogMark {
    /** Instead of an id: nothing follows before the next mark. */
    public static final long LEFT = Long.MAX_VALUE;

    private LogMark() {}

    /** Adds a mark to records. */
    public static void write(long id, LogRecords records) throws IOException {
        records.begin().writeLong(id);
        records.end();
    }

    /** Whether a record is a mark. */
    public static boolean is(byte[] record) {
        return record.length == Long.BYTES;
    }

    /** The id of a mark, or {@link #LEFT}. */
    public static long id(byte[] record) {
        return ByteBuffer.wrap(record).getLong();
    }
}
