/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogHeader.Identification;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bytes of the log format, written by hand: those of today are read and written, those of
 * format 1 are read. What formats 3 and 4 have in common is called that of format 3. In what only
 * goes round, a change of both sides would not be noticed.
 *
 * <p>Whoever changes them raises the version, and leaves these here as bytes that are read.
 */
class LogFormatTest {
    private static final long HIGH = 0x2122232425262728L;
    private static final long LOW = 0xf1f2f3f4f5f6f7f8L;
    private static final long TIMESTAMP = 0x0102030405060708L;

    private static final byte[] TRANSACTION =
            hex(
                    "bd", // 128 always, 1 aborted, 4 key, 8 content, 16 reasons, 32 elements
                    "0102030405060708", // execution timestamp
                    "1112131415161718", // id
                    "ac02", // attempts, 300
                    "2122232425262728", // digest, high half
                    "f1f2f3f4f5f6f7f8", // digest, low half
                    "036bf601", // key, "kö"
                    "02", // reasons
                    "00", // a constraint
                    "036f70", // operator, "op"
                    "0237", // key, "7"
                    "0572756c65", // rule, "rule"
                    "01", // detail, ""
                    "01", // the user
                    "036f70", // operator, "op"
                    "01", // key, ""
                    "0566756c6c", // rule, "full"
                    "0562793d33", // detail, "by=3"
                    "03", // updates
                    "0a", // state 5
                    "0107", // key
                    "020809", // value
                    "8101", // state 64, deleted
                    "020a0b", // key
                    "00", // state 0
                    "010c", // key
                    "00", // value, of no bytes
                    "02", // elements
                    "010d",
                    "00");

    private static final byte[] FIRST_ATTEMPT =
            hex(
                    "ce", // 128 always, 2 first attempt, 4 key, 8 content, 64 elements are values
                    "0102030405060708", // execution timestamp, and id
                    "2122232425262728", // digest, high half
                    "f1f2f3f4f5f6f7f8", // digest, low half
                    "086f726465722d39", // key, "order-9"
                    "01", // updates
                    "02", // state 1
                    "0107", // key
                    "8001", // value, of 128 bytes
                    "00".repeat(128));

    /** Since format 4, where there is more to say of the input. */
    private static final byte[] TIMED =
            hex(
                    "e6", // 128 always, 2 first attempt, 4 key, 32 and 64 more flags
                    "21", // 1 time, 32 elements
                    "0102030405060708", // execution timestamp, and id
                    "086f726465722d39", // key, "order-9"
                    "0000018bcfe56800", // time, 1,700,000,000,000
                    "00", // updates
                    "01", // elements
                    "010d");

    /** The same of an aborted transaction that gives its input back. */
    private static final byte[] RETURNED =
            hex(
                    "f3", // 128 always, 1 aborted, 2 first attempt, 16 reasons, more flags
                    "03", // 1 time, 2 returned input
                    "0102030405060708", // execution timestamp, and id
                    "ffffffffffffffff", // time, -1
                    "01", // reasons
                    "01", // the user
                    "01",
                    "01",
                    "0566756c6c", // rule, "full"
                    "01",
                    "00", // updates
                    "03414243"); // input

    private static final byte[] HEADER =
            hex(
                    "0562616e6b", // t-graph, "bank"
                    "00000003", // part
                    "0535663163", // job, "5f1c"
                    "02", // a savepoint
                    "0000000000000011", // its id
                    "042d6162", // job that took it, "-ab"
                    "0000018bcfe56800", // begun, 1,700,000,000,000
                    "01", // inputs are recognized by content
                    "00000002", // awaited inputs
                    "086f726465722d39", // key, "order-9"
                    "0000000000000000", // digest, high half
                    "0000000000000000", // digest, low half
                    "01", // key, ""
                    "2122232425262728", // digest, high half
                    "f1f2f3f4f5f6f7f8", // digest, low half
                    "00000001", // states
                    "0673746f636b", // name, "stock"
                    "000000020102", // snapshot of the serializer of its keys
                    "0000000103", // of its values
                    "00000003040506"); // of emitted elements

    /** Where the header says why the segment was begun, and how inputs are recognized. */
    private static final int BEGINNING_AT = 14;

    private static final int IDENTIFICATION_AT = 35;

    private static final byte[] FLUSH =
            hex(
                    "5453504c", // magic, "TSPL"
                    "01", // records
                    "04", // version
                    "0002", // flushes before it that may not have been durable
                    "0000000b", // length of the body
                    "0000000000000007", // flush number
                    "a1af0c48", // CRC32C of all above and of the body
                    "00000003", // length of the record
                    "364b3fb7", // its CRC32C
                    "616263"); // payload, "abc"

    private static final byte[] TRANSACTION_OF_FORMAT_1 =
            hex(
                    "0000000000000003", // id
                    "0000000000000004", // execution timestamp
                    "01", // aborted
                    "00000002", // attempts
                    "026b", // key, "k"
                    "0000000000000005", // digest, high half
                    "0000000000000006", // digest, low half
                    "00000001", // reasons
                    "01", // the user
                    "096f70657261746f72", // operator, "operator"
                    "046b6579", // key, "key"
                    "0572756c65", // rule, "rule"
                    "0764657461696c", // detail, "detail"
                    "00000002", // updates
                    "00000007", // state
                    "0000000108", // key
                    "000000020102", // value
                    "00000007", // state
                    "00000000", // key, of no bytes
                    "ffffffff", // deleted
                    "00000001", // elements
                    "0000000109");

    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);

    @Test
    void transactionOfFormat3IsReadAndWritten() throws IOException {
        LoggedTransaction transaction =
                new LoggedTransaction(
                        0x1112131415161718L,
                        TIMESTAMP,
                        Outcome.ABORTED,
                        300,
                        "",
                        "kö",
                        HIGH,
                        LOW,
                        List.of(
                                new AbortReason(AbortReason.Kind.CONSTRAINT, "op", "7", "rule", ""),
                                new AbortReason(AbortReason.Kind.USER, "op", "", "full", "by=3")),
                        List.of(
                                new LoggedUpdate(5, hex("07"), hex("0809")),
                                new LoggedUpdate(64, hex("0a0b"), null),
                                new LoggedUpdate(0, hex("0c"), hex())),
                        List.of(hex("0d"), hex()));

        assertRead(TRANSACTION, transaction);
        LoggedTransactionTest.write(encoder, transaction);
        assertThat(payload()).isEqualTo(TRANSACTION);
    }

    @Test
    void firstAttemptOfFormat3IsReadAndWritten() throws IOException {
        byte[] value = new byte[128];
        assertRead(
                FIRST_ATTEMPT,
                new LoggedTransaction(
                        TIMESTAMP,
                        TIMESTAMP,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "order-9",
                        HIGH,
                        LOW,
                        List.of(),
                        List.of(new LoggedUpdate(1, hex("07"), value)),
                        List.of(value)));

        DataOutputSerializer out =
                encoder.begin(TIMESTAMP, TIMESTAMP, Outcome.COMMITTED, 1, "", "order-9", HIGH, LOW);
        encoder.updates(1);
        encoder.beginUpdate(1, false);
        out.writeByte(7);
        encoder.endKey();
        out.write(value);
        encoder.endValue();
        encoder.elementsAreValues();
        encoder.end();
        assertThat(payload()).isEqualTo(FIRST_ATTEMPT);
    }

    @Test
    void timeAndInputOfFormat4AreReadAndWritten() throws IOException {
        LoggedTransaction timed =
                new LoggedTransaction(
                        TIMESTAMP,
                        TIMESTAMP,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "order-9",
                        0,
                        0,
                        List.of(),
                        List.of(),
                        List.of(hex("0d")),
                        1_700_000_000_000L,
                        null);
        assertRead(TIMED, timed);
        LoggedTransactionTest.write(encoder, timed);
        assertThat(payload()).isEqualTo(TIMED);

        LoggedTransaction returned =
                new LoggedTransaction(
                        TIMESTAMP,
                        TIMESTAMP,
                        Outcome.ABORTED,
                        1,
                        "",
                        "",
                        0,
                        0,
                        List.of(new AbortReason(AbortReason.Kind.USER, "", "", "full", "")),
                        List.of(),
                        List.of(),
                        -1,
                        hex("414243"));
        assertRead(RETURNED, returned);
        records.clear();
        LoggedTransactionTest.write(encoder, returned);
        assertThat(payload()).isEqualTo(RETURNED);
    }

    /** The serializer of inputs is between that of elements and the cut. */
    @Test
    void headerOfFormat4SaysHowInputsAreWritten() throws IOException {
        byte[] cut = hex("0000000000000005", "0000000000000009");
        LogHeader header =
                LogHeader.decode(HEADER)
                        .returning(new LoggedSerializer(hex("0708")))
                        .with(new LogHeader.Cut(5, 9));

        byte[] bytes = header.encode();

        byte[] expected = Arrays.copyOf(HEADER, HEADER.length);
        expected[IDENTIFICATION_AT] = 3;
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo(
                        HexFormat.of().formatHex(expected)
                                + "000000020708"
                                + HexFormat.of().formatHex(cut));
        assertThat(LogHeader.decode(bytes)).usingRecursiveComparison().isEqualTo(header);
    }

    @Test
    void headerOfFormat3IsReadAndWritten() throws IOException {
        LogHeader header =
                new LogHeader(
                        "bank",
                        3,
                        "5f1c",
                        Beginning.SAVEPOINT,
                        17,
                        "-ab",
                        1_700_000_000_000L,
                        Identification.CONTENT,
                        List.of(InputIdentity.ofKey("order-9"), new InputIdentity("", HIGH, LOW)),
                        List.of(
                                new LoggedState(
                                        "stock",
                                        new LoggedSerializer(hex("0102")),
                                        new LoggedSerializer(hex("03")))),
                        new LoggedSerializer(hex("040506")));

        assertThat(LogHeader.decode(HEADER)).usingRecursiveComparison().isEqualTo(header);
        assertThat(header.encode()).isEqualTo(HEADER);
    }

    @Test
    void codesInTheHeaderOfFormat3AreRead() throws IOException {
        byte[] header = HEADER.clone();
        header[IDENTIFICATION_AT] = 0;
        header[BEGINNING_AT] = 0;
        assertThat(LogHeader.decode(header).identification()).isEqualTo(Identification.KEY);
        assertThat(LogHeader.decode(header).beginning()).isEqualTo(Beginning.RUN);

        header[BEGINNING_AT] = 1;
        assertThat(LogHeader.decode(header).beginning()).isEqualTo(Beginning.CHECKPOINT);
        assertThat(LogHeader.decode(header).encode()).isEqualTo(header);
    }

    @Test
    void flushOfFormat4IsReadAndWritten() throws IOException {
        FlushFrame flush = FlushFrame.decode(FLUSH, "in memory");
        assertThat(flush.kind()).isEqualTo(FlushFrame.Kind.RECORDS);
        assertThat(flush.number()).isEqualTo(7);
        assertThat(flush.onTheWay()).isEqualTo(2);
        RecordCursor cursor = flush.records("in memory");
        assertThat(cursor.next()).asString(US_ASCII).isEqualTo("abc");
        assertThat(cursor.next()).isNull();

        LogRecords abc = Records.of("abc");
        assertThat(Records.frame(FlushFrame.Kind.RECORDS, 7, 2, abc.array(), abc.length()))
                .isEqualTo(FLUSH);
    }

    @Test
    void transactionOfFormat1IsRead() throws IOException {
        assertRead(
                TRANSACTION_OF_FORMAT_1,
                new LoggedTransaction(
                        3,
                        4,
                        Outcome.ABORTED,
                        2,
                        "",
                        "k",
                        5,
                        6,
                        List.of(
                                new AbortReason(
                                        AbortReason.Kind.USER,
                                        "operator",
                                        "key",
                                        "rule",
                                        "detail")),
                        List.of(
                                new LoggedUpdate(7, hex("08"), hex("0102")),
                                new LoggedUpdate(7, hex(), null)),
                        List.of(hex("09"))));
    }

    private static void assertRead(byte[] bytes, LoggedTransaction transaction) throws IOException {
        assertThat(LoggedTransaction.decode(bytes))
                .usingRecursiveComparison()
                .isEqualTo(transaction);
    }

    /** Of the record that was written. */
    private byte[] payload() {
        return Arrays.copyOfRange(records.array(), LogRecords.PREFIX_BYTES, records.length());
    }

    private static byte[] hex(String... fields) {
        return HexFormat.of().parseHex(String.join("", fields));
    }
}
