/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.api.common.typeutils.base.StringSerializer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes records out of texts, and reads them. */
final class Records {
    static final byte[] HEADER = "the header".getBytes(StandardCharsets.UTF_8);

    private Records() {}

    /** The header of a segment that was begun for this reason. */
    static byte[] header(LogHeader.Beginning beginning) throws IOException {
        return new LogHeader(
                        "bank",
                        0,
                        "5f1c",
                        beginning,
                        1,
                        "5f1c",
                        1_700_000_000_000L,
                        LogHeader.Identification.KEY,
                        List.of(),
                        List.of(),
                        LoggedSerializer.of(StringSerializer.INSTANCE))
                .encode();
    }

    static LogRecords of(String... texts) throws IOException {
        LogRecords records = new LogRecords();
        for (String text : texts) {
            records.begin().write(text.getBytes(StandardCharsets.UTF_8));
            records.end();
        }
        return records;
    }

    static void append(LogWriter writer, long ticket, String... texts) throws IOException {
        LogRecords records = of(texts);
        writer.append(ticket, records.array(), records.length());
    }

    /** The records of all segments, each segment after "#" and its position. */
    static List<String> read(LogReader reader) throws IOException {
        List<String> found = new ArrayList<>();
        while (reader.nextSegment()) {
            found.add("#" + reader.position());
            byte[] record;
            while ((record = reader.nextRecord()) != null) {
                found.add(new String(record, StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    /** The bytes of a whole frame. */
    static byte[] frame(FlushFrame.Kind kind, long number, byte[] body, int length) {
        return frame(kind, number, 0, body, length);
    }

    static byte[] frame(FlushFrame.Kind kind, long number, int onTheWay, byte[] body, int length) {
        byte[] frame = new byte[FlushFrame.PREFIX_BYTES + length];
        System.arraycopy(body, 0, frame, FlushFrame.PREFIX_BYTES, length);
        FlushFrame.seal(frame, frame.length, kind, number, onTheWay);
        return frame;
    }

    static SegmentReader segment(byte[] bytes) throws IOException {
        return new SegmentReader(
                offset -> new ByteArrayInputStream(bytes, (int) offset, bytes.length), "a.log");
    }
}
