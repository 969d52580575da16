/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LoggedTransactionTest {
    private static final int SEEDS = 500;

    private final LogRecords records = new LogRecords();
    private final TransactionEncoder encoder = new TransactionEncoder(records);

    @Test
    void randomTransactionsComeBackAsTheyWent() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            records.clear();
            List<LoggedTransaction> written = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                written.add(random(random));
                write(written.get(i));
            }

            List<LoggedTransaction> read = read();

            assertThat(read).as("seed %d", seed).hasSameSizeAs(written);
            for (int i = 0; i < read.size(); i++) {
                assertThat(read.get(i))
                        .as("seed %d", seed)
                        .usingRecursiveComparison()
                        .isEqualTo(written.get(i));
            }
        }
    }

    @Test
    void keysAndTextsMayBeLong() throws IOException {
        String huge = "köy ".repeat(100_000);
        byte[] key = new byte[3_000_000];
        LoggedTransaction written =
                new LoggedTransaction(
                        1,
                        2,
                        Outcome.ABORTED,
                        3,
                        huge,
                        0,
                        0,
                        List.of(new AbortReason(AbortReason.Kind.USER, huge, huge, huge, huge)),
                        List.of(new LoggedUpdate(7, key, key)),
                        List.of(key));
        write(written);

        LoggedTransaction read = read().get(0);

        assertThat(read.key()).isEqualTo(huge);
        assertThat(read.reasons()).isEqualTo(written.reasons());
        assertThat(Arrays.equals(read.updates().get(0).key(), key)).isTrue();
        assertThat(Arrays.equals(read.updates().get(0).value(), key)).isTrue();
        assertThat(Arrays.equals(read.elements().get(0), key)).isTrue();
    }

    @Test
    void emptyValueIsNotADeletion() throws IOException {
        byte[] empty = {};
        write(
                transaction(
                        List.of(
                                new LoggedUpdate(0, empty, empty),
                                new LoggedUpdate(0, empty, null)),
                        List.of()));

        List<LoggedUpdate> updates = read().get(0).updates();

        assertThat(updates.get(0).value()).isEmpty();
        assertThat(updates.get(1).value()).isNull();
    }

    @Test
    void moreUpdatesThanAnnouncedAreRefused() throws IOException {
        encoder.begin(1, 2, Outcome.COMMITTED, 1, "", 0, 0);
        encoder.reasons(List.of());
        encoder.updates(1);

        assertThatThrownBy(() -> encoder.elements(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("missing=1");
    }

    @Test
    void recordThatHasNotEndedIsForgotten() throws IOException {
        encoder.begin(1, 2, Outcome.COMMITTED, 1, "", 0, 0);
        records.clear();
        write(transaction(List.of(), List.of()));

        assertThat(read()).hasSize(1);
    }

    @Test
    void payloadOfWrongLengthIsRefused() throws IOException {
        write(transaction(List.of(new LoggedUpdate(1, new byte[9], null)), List.of(new byte[3])));
        byte[] payload =
                Arrays.copyOfRange(records.array(), LogRecords.PREFIX_BYTES, records.length());

        for (int length = 0; length < payload.length; length++) {
            byte[] cut = Arrays.copyOf(payload, length);
            assertThatThrownBy(() -> LoggedTransaction.decode(cut)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(
                        () -> LoggedTransaction.decode(Arrays.copyOf(payload, payload.length + 1)))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("left=1");
    }

    private static LoggedTransaction random(Random random) {
        List<AbortReason> reasons = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            reasons.add(
                    new AbortReason(
                            AbortReason.Kind.values()[random.nextInt(2)],
                            "op" + i,
                            text(random),
                            text(random),
                            text(random)));
        }
        List<LoggedUpdate> updates = new ArrayList<>();
        List<byte[]> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            byte[] value = random.nextInt(3) == 0 ? null : bytes(random);
            updates.add(new LoggedUpdate(random.nextInt(5), bytes(random), value));
            elements.add(bytes(random));
        }
        return new LoggedTransaction(
                random.nextLong(),
                random.nextLong(),
                Outcome.values()[random.nextInt(2)],
                random.nextInt(),
                text(random),
                random.nextLong(),
                random.nextLong(),
                reasons,
                updates,
                elements);
    }

    private static LoggedTransaction transaction(
            List<LoggedUpdate> updates, List<byte[]> elements) {
        return new LoggedTransaction(
                1, 2, Outcome.COMMITTED, 1, "k", 0, 0, List.of(), updates, elements);
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String text(Random random) {
        return "é€x".repeat(random.nextInt(60));
    }

    private void write(LoggedTransaction transaction) throws IOException {
        write(encoder, transaction);
    }

    static void write(TransactionEncoder encoder, LoggedTransaction transaction)
            throws IOException {
        DataOutputSerializer out =
                encoder.begin(
                        transaction.id(),
                        transaction.timestamp(),
                        transaction.outcome(),
                        transaction.attempts(),
                        transaction.key(),
                        transaction.contentHigh(),
                        transaction.contentLow());
        encoder.reasons(transaction.reasons());
        encoder.updates(transaction.updates().size());
        for (LoggedUpdate update : transaction.updates()) {
            byte[] value = update.value();
            encoder.beginUpdate(update.state(), value == null);
            out.write(update.key());
            encoder.endKey();
            if (value != null) {
                out.write(value);
                encoder.endValue();
            }
        }
        encoder.elements(transaction.elements().size());
        for (byte[] element : transaction.elements()) {
            encoder.beginElement();
            out.write(element);
            encoder.endElement();
        }
        encoder.end();
    }

    private List<LoggedTransaction> read() throws IOException {
        RecordCursor cursor = new RecordCursor(records.array(), 0, records.length(), "in memory");
        List<LoggedTransaction> read = new ArrayList<>();
        byte[] payload;
        while ((payload = cursor.next()) != null) {
            read.add(LoggedTransaction.decode(payload));
        }
        return read;
    }
}
