/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.runtime.transport.AbortReasonCodec;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.Outcome;

import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

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
                        "",
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
    void elementsThatAreValuesAreWrittenOnce() throws IOException {
        byte[] first = {1, 2};
        byte[] second = new byte[200];
        DataOutputSerializer out = encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "k", 0, 0);
        encoder.reasons(List.of());
        encoder.updates(2);
        for (byte[] value : List.of(first, second)) {
            encoder.beginUpdate(0, false);
            encoder.endKey();
            out.write(value);
            encoder.endValue();
        }
        encoder.elementsAreValues();
        encoder.end();

        assertThat(records.length()).isLessThan(2 * second.length);
        List<byte[]> elements = read().get(0).elements();
        assertThat(elements).containsExactly(first, second);
    }

    /** Equal keys of two entrances are different inputs. */
    @Test
    void entranceIsWrittenWithTheKey() throws IOException {
        Set<InputIdentity> inputs = new HashSet<>();
        for (String entrance : List.of("", "a", "ab")) {
            for (String key : List.of("", "b", "\0", "\0b", "\0\0", "a\0b", "bb")) {
                records.clear();
                encoder.begin(5, 5, Outcome.COMMITTED, 1, entrance, key, 0, 0);
                encoder.updates(0);
                encoder.end();

                LoggedTransaction read = read().get(0);

                assertThat(read.entrance()).isEqualTo(entrance);
                assertThat(read.key()).isEqualTo(key);
                assertThat(read.input()).isEqualTo(InputIdentity.ofKey(entrance, key));
                assertThat(inputs.add(read.input())).as("%s %s", entrance, key).isTrue();
            }
        }
        assertThat(InputIdentity.ofKey("", "b")).isEqualTo(InputIdentity.ofKey("b"));
    }

    @Test
    void lengthsTakeAsManyBytesAsTheyNeed() throws IOException {
        for (int length : new int[] {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152}) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) length);
            records.clear();
            write(transaction(List.of(new LoggedUpdate(length, bytes, bytes)), List.of(bytes)));

            LoggedTransaction read = read().get(0);

            LoggedUpdate update = read.updates().get(0);
            assertThat(update.state()).isEqualTo(length);
            assertThat(Arrays.equals(update.key(), bytes)).isTrue();
            assertThat(Arrays.equals(update.value(), bytes)).isTrue();
            assertThat(Arrays.equals(read.elements().get(0), bytes)).isTrue();
        }
    }

    /** What a transfer with a short key takes: no length is longer than a byte. */
    @Test
    void transferTakesFewBytes() throws IOException {
        byte[] key = new byte[4];
        byte[] value = new byte[8];
        LoggedUpdate update = new LoggedUpdate(0, key, value);
        write(
                new LoggedTransaction(
                        9,
                        9,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "12345678",
                        0,
                        0,
                        List.of(),
                        List.of(update, update),
                        List.of()));

        int numbers = 1 + 8;
        int text = 1 + 8;
        int updates = 1 + 2 * (1 + 1 + 4 + 1 + 8);
        assertThat(records.length()).isEqualTo(LogRecords.PREFIX_BYTES + numbers + text + updates);
    }

    /** Whoever wants neither times nor inputs pays no byte for them. */
    @Test
    void timeTakesNineBytesAndOnlyIfThereIsOne() throws IOException {
        int without = length(LoggedTransaction.NO_TIME, null);

        assertThat(length(7, null)).isEqualTo(without + 9);
        assertThat(length(LoggedTransaction.NO_TIME, new byte[5])).isEqualTo(without + 1 + 1 + 5);
    }

    private int length(long time, byte[] returned) throws IOException {
        records.clear();
        write(
                new LoggedTransaction(
                        9,
                        9,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "12345678",
                        0,
                        0,
                        List.of(),
                        List.of(),
                        List.of(new byte[3]),
                        time,
                        returned));
        return records.length();
    }

    @Test
    void elementOfABatchTakesItsKeyAndTwoBytes() throws IOException {
        LoggedElement element = new LoggedElement(InputIdentity.ofKey("", "abc"), "abc", 1);
        LoggedTransaction batch =
                new LoggedTransaction(
                        9,
                        9,
                        Outcome.COMMITTED,
                        1,
                        "",
                        "12345678",
                        0,
                        0,
                        List.of(),
                        List.of(),
                        List.of(new byte[3]),
                        LoggedTransaction.NO_TIME,
                        null,
                        List.of(element));
        int without = length(LoggedTransaction.NO_TIME, null);
        records.clear();
        write(batch);
        assertThat(records.length()).isEqualTo(without + 1 + 1 + 3 + 2);
    }

    /** Close counts the bytes of its block, and what it logs must not be more. */
    @Test
    void rejectionTakesNoMoreThanItIsCountedFor() throws IOException {
        AbortReason reason =
                new AbortReason(
                        AbortReason.Kind.USER,
                        "pay",
                        "\uD83D\uDCB6".repeat(5_000),
                        "text",
                        "\u20AC");
        DataOutputSerializer counted = new DataOutputSerializer(64);
        new AbortReasonCodec().write(reason, counted);

        DataOutputSerializer out =
                encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "k", 0, 0, 77, false, true);
        encoder.updates(0);
        encoder.batch(1);
        encoder.batchElement(InputIdentity.ofKey("", "a"), 0);
        int before = out.length();
        encoder.rejected(1, place -> List.of(reason));
        int logged = out.length() - before;
        encoder.end();

        assertThat(logged).isLessThanOrEqualTo(counted.length());
        assertThat(read().get(0).batch().get(0).reasons()).containsExactly(reason);
    }

    @Test
    void rejectionOfAnElementThatIsNotThereIsRefused() throws IOException {
        encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "k", 0, 0, 77, false, true);
        encoder.updates(0);
        encoder.batch(1);
        encoder.batchElement(InputIdentity.ofKey("", "a"), 0);
        AbortReason reason = new AbortReason(AbortReason.Kind.USER, "", "", "", "");
        encoder.rejected(2, place -> place == 1 ? List.of(reason) : List.of());
        encoder.end();
        assertThatThrownBy(this::read)
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("its batch has no such element, place=1");
    }

    @Test
    void batchThatHasEmittedOtherElementsIsRefused() throws IOException {
        DataOutputSerializer out =
                encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "k", 0, 0, 77, false, true);
        encoder.updates(0);
        encoder.elements(1);
        encoder.beginElement();
        out.write(1);
        encoder.endElement();
        encoder.batch(1);
        encoder.batchElement(InputIdentity.ofKey("", "a"), 2);
        encoder.end();
        assertThatThrownBy(this::read)
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("its parts have emitted other elements than it, left=-1");
    }

    /** Else a transaction that was decided could not be logged, and the job could not go on. */
    @Test
    void inputForWhichThereIsNoRoomIsLeftOut() throws IOException {
        DataOutputSerializer out = encoder.begin(5, 5, Outcome.ABORTED, 1, "", "k", 0, 0, 77, true);
        encoder.updates(0);
        encoder.elements(1);
        encoder.beginElement();
        out.writeByte(3);
        encoder.endElement();
        encoder.beginInput();
        out.write(new byte[1_000]);
        encoder.endInput(1_000);
        encoder.end();

        LoggedTransaction read = read().get(0);

        assertThat(read.returned()).isNull();
        assertThat(read.time()).isEqualTo(77);
        assertThat(read.elements()).containsExactly(new byte[] {3});
    }

    @Test
    void unknownFlagsAreRefused() {
        byte[] payload = new byte[20];
        payload[0] =
                (byte)
                        (LoggedTransaction.COMPACT
                                | LoggedTransaction.FIRST_ATTEMPT
                                | LoggedTransaction.MORE);
        for (int more : new int[] {16, LoggedTransaction.MORE}) {
            payload[1] = (byte) more;
            assertThatThrownBy(() -> LoggedTransaction.decode(payload))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("flags are not known, flags=" + more);
        }
    }

    @Test
    void numberWithoutEndIsRefused() {
        byte[] payload = new byte[20];
        Arrays.fill(payload, (byte) -1);
        payload[0] = (byte) (LoggedTransaction.COMPACT | LoggedTransaction.FIRST_ATTEMPT);

        assertThatThrownBy(() -> LoggedTransaction.decode(payload))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a number does not end");
    }

    @Test
    void unknownCodesAreRefused() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.write(new byte[16]);
        out.writeByte(2);

        assertThatThrownBy(() -> LoggedTransaction.decode(out.getCopyOfBuffer()))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("unknown outcome, code=2");

        encoder.begin(5, 5, Outcome.ABORTED, 1, "", "", 0, 0);
        encoder.reasons(List.of(new AbortReason(AbortReason.Kind.USER, "", "", "", "")));
        encoder.updates(0);
        encoder.end();
        byte[] payload =
                Arrays.copyOfRange(records.array(), LogRecords.PREFIX_BYTES, records.length());
        payload[1 + 8 + 1] = -1;

        assertThatThrownBy(() -> LoggedTransaction.decode(payload))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("unknown kind of reason, code=255");
    }

    @Test
    void deletedValueIsNoElement() throws IOException {
        encoder.begin(5, 5, Outcome.COMMITTED, 1, "", "", 0, 0);
        encoder.updates(1);
        encoder.beginUpdate(0, true);
        encoder.endKey();
        encoder.elementsAreValues();
        encoder.end();

        assertThatThrownBy(this::read)
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("an element is a value that was deleted");
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
        encoder.begin(1, 2, Outcome.COMMITTED, 1, "", "", 0, 0);
        encoder.reasons(List.of());
        encoder.updates(1);

        assertThatThrownBy(() -> encoder.elements(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("missing=1");
    }

    @Test
    void recordThatHasNotEndedIsForgotten() throws IOException {
        encoder.begin(1, 2, Outcome.COMMITTED, 1, "", "", 0, 0);
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
            reasons.add(reason(random));
        }
        List<LoggedUpdate> updates = new ArrayList<>();
        List<byte[]> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            byte[] value = random.nextInt(3) == 0 ? null : bytes(random);
            updates.add(new LoggedUpdate(random.nextInt(5), bytes(random), value));
            elements.add(bytes(random));
        }
        long timestamp = random.nextLong();
        boolean first = random.nextBoolean();
        boolean content = random.nextBoolean();
        return new LoggedTransaction(
                first ? timestamp : random.nextLong(),
                timestamp,
                Outcome.values()[random.nextInt(2)],
                first ? 1 : random.nextInt(),
                "",
                text(random),
                content ? random.nextLong() : 0,
                content ? random.nextLong() : 0,
                reasons,
                updates,
                elements,
                random.nextBoolean() ? random.nextLong() : LoggedTransaction.NO_TIME,
                random.nextBoolean() ? bytes(random) : null,
                random.nextBoolean() ? batch(random, content, elements.size()) : List.of());
    }

    private static AbortReason reason(Random random) {
        return new AbortReason(
                AbortReason.Kind.values()[random.nextInt(2)],
                "op" + random.nextInt(3),
                text(random),
                text(random),
                text(random));
    }

    /** Elements from which all of what was emitted comes. */
    private static List<LoggedElement> batch(Random random, boolean content, int emitted) {
        List<LoggedElement> batch = new ArrayList<>();
        int left = emitted;
        do {
            int own = random.nextInt(left + 1);
            left -= own;
            String key = content ? "" : text(random);
            batch.add(
                    new LoggedElement(
                            content
                                    ? new InputIdentity(
                                            "", random.nextLong() | 1, random.nextLong())
                                    : InputIdentity.ofKey("", key),
                            key,
                            own,
                            random.nextInt(4) == 0 ? List.of(reason(random)) : List.of()));
        } while (left > 0);
        return batch;
    }

    private static LoggedTransaction transaction(
            List<LoggedUpdate> updates, List<byte[]> elements) {
        return new LoggedTransaction(
                1, 2, Outcome.COMMITTED, 1, "", "k", 0, 0, List.of(), updates, elements);
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(4) == 0 ? 300 : 30)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String text(Random random) {
        return (random.nextBoolean() ? "é€x" : "x").repeat(random.nextInt(80));
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
                        transaction.entrance(),
                        transaction.key(),
                        transaction.contentHigh(),
                        transaction.contentLow(),
                        transaction.time(),
                        transaction.returned() != null,
                        !transaction.batch().isEmpty());
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
        if (!transaction.batch().isEmpty()) {
            encoder.batch(transaction.batch().size());
            for (LoggedElement element : transaction.batch()) {
                encoder.batchElement(element.input(), element.emitted());
            }
            encoder.rejected(
                    transaction.batch().size(), place -> transaction.batch().get(place).reasons());
        }
        byte[] returned = transaction.returned();
        if (returned != null) {
            encoder.beginInput();
            out.write(returned);
            encoder.endInput(Integer.MAX_VALUE);
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
