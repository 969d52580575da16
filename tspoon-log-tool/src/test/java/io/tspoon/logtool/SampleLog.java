/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogHeader.Identification;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A log as a job leaves it: two parts, a restart. */
final class SampleLog {
    /** So many are in each segment. */
    static final int TRANSACTIONS = 100;

    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);
    private final Path root;

    SampleLog(Path root) {
        this.root = root;
    }

    void write() throws IOException {
        for (int part = 0; part < 2; part++) {
            for (int run = 0; run < 2; run++) {
                writeSegment(part, run);
            }
        }
    }

    void writeSegment(int part, int run) throws IOException {
        try (LogWriter writer = openWriter(part)) {
            writer.roll(header(part).encode());
            for (int i = 0; i < TRANSACTIONS; i++) {
                append(writer, 1_000 * run + i);
            }
        }
    }

    LogWriter openWriter(int part) throws IOException {
        return new FileLog(root.toUri().toString()).openWriter("bank", part, failure -> {});
    }

    Path segment(int part, int sequence) {
        return root.resolve(String.format(Locale.ROOT, "bank/%d/%020d.log", part, sequence));
    }

    void damage(int part, int sequence) throws IOException {
        Path segment = segment(part, sequence);
        byte[] bytes = Files.readAllBytes(segment);
        bytes[30]++;
        Files.write(segment, bytes);
    }

    static LogHeader header(int part) throws IOException {
        return new LogHeader(
                "bank",
                part,
                "job",
                Beginning.RUN,
                0,
                "",
                0,
                Identification.KEY,
                List.of(),
                List.of(
                        new LoggedState(
                                "accounts",
                                LoggedSerializer.of(StringSerializer.INSTANCE),
                                LoggedSerializer.of(LongSerializer.INSTANCE))),
                LoggedSerializer.of(StringSerializer.INSTANCE));
    }

    private void append(LogWriter writer, long number) throws IOException {
        boolean aborted = number % 10 == 9;
        records.clear();
        DataOutputSerializer bytes =
                encoder.begin(
                        number,
                        10 * number,
                        aborted ? Outcome.ABORTED : Outcome.COMMITTED,
                        2,
                        "",
                        "order " + number,
                        0,
                        0);
        encoder.reasons(
                aborted
                        ? List.of(
                                new AbortReason(
                                        AbortReason.Kind.CONSTRAINT, "accounts", "a", "min", ""))
                        : List.of());
        encoder.updates(aborted ? 0 : 2);
        if (!aborted) {
            encoder.beginUpdate(0, false);
            bytes.write("ännchen".getBytes(StandardCharsets.UTF_8));
            encoder.endKey();
            bytes.writeLong(7);
            encoder.endValue();
            encoder.beginUpdate(0, true);
            bytes.writeByte(0);
            encoder.endKey();
        }
        encoder.elements(aborted ? 0 : 1);
        if (!aborted) {
            encoder.beginElement();
            bytes.write("done".getBytes(StandardCharsets.UTF_8));
            encoder.endElement();
        }
        encoder.end();
        writer.append(number, records.array(), records.length());
    }
}
