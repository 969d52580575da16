/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.log.WriteAheadLog;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.base.LongSerializer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Logs whose transactions are numbers, and what a recovery makes of them. */
public final class LoggedNumbers {
    private LoggedNumbers() {}

    /** The header of a segment that was begun by the job, at or from the snapshot. */
    public static LogHeader header(String graph, String job, Beginning beginning, Snapshot of)
            throws IOException {
        return new LogHeader(
                graph,
                0,
                job,
                beginning,
                of.id(),
                of.job(),
                0,
                LogHeader.Identification.KEY,
                List.of(),
                List.of(),
                LoggedSerializer.of(LongSerializer.INSTANCE));
    }

    /** The record of a transaction that has the number as id and timestamp, and wrote nothing. */
    public static LogRecords record(long number) throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        encoder.begin(number, number, Outcome.COMMITTED, 1, "", "key", 0, 0);
        encoder.reasons(List.of());
        encoder.updates(0);
        encoder.elements(0);
        encoder.end();
        return records;
    }

    /** The numbers that a recovery repeats, in its order. */
    public static List<Long> recovered(
            WriteAheadLog log, String graph, Origin origin, boolean acceptsLoss, Set<Integer> parts)
            throws Exception {
        List<Long> numbers = new ArrayList<>();
        LogRecovery recovery = new LogRecovery(log, graph, origin, acceptsLoss);
        Map<Integer, Long> starts = recovery.find(parts, 0).starts();
        for (Map.Entry<Integer, Long> part : starts.entrySet()) {
            recovery.read(part.getKey(), part.getValue(), receiver(numbers));
        }
        return numbers;
    }

    private static LogRecovery.Receiver receiver(List<Long> numbers) {
        return new LogRecovery.Receiver() {
            @Override
            public void segment(LogHeader header) {}

            @Override
            public void transaction(byte[] record, LoggedTransaction transaction) {
                numbers.add(transaction.id());
            }
        };
    }
}
