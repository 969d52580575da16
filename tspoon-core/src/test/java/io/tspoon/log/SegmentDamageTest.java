/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Every place at which a segment can be cut off, and every byte that can be wrong in it. */
class SegmentDamageTest {
    private static final int SEEDS = 20_000;

    private final List<List<String>> flushes =
            List.of(
                    List.of("the header"),
                    List.of("a"),
                    List.of("b", "", "a longer record, with a TSPL in it"),
                    List.of(),
                    List.of("c".repeat(50), "d"),
                    List.of("TSPL\0\2\0\0\0\0\0\1"),
                    List.of("e", "f"));

    /** Where each flush ends. */
    private final int[] ends = new int[flushes.size()];

    private final byte[] segment = segment();

    private byte[] segment() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            for (int i = 0; i < flushes.size(); i++) {
                LogRecords records = Records.of(flushes.get(i).toArray(new String[0]));
                out.write(
                        i == 0
                                ? Records.frame(
                                        FlushFrame.Kind.HEADER,
                                        0,
                                        Records.HEADER,
                                        Records.HEADER.length)
                                : Records.frame(
                                        FlushFrame.Kind.RECORDS,
                                        i,
                                        records.array(),
                                        records.length()));
                ends[i] = out.size();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    @Test
    void whereverASegmentIsCutOffAllWholeFlushesAreRead() throws IOException {
        for (int length = 0; length <= segment.length; length++) {
            int whole = wholeFlushes(length);
            SegmentReader reader = Records.segment(Arrays.copyOf(segment, length));

            assertThat(read(reader)).as("length %d", length).isEqualTo(flushes.subList(0, whole));
            assertThat(reader.tornBytes())
                    .as("length %d", length)
                    .isEqualTo(
                            Math.max(
                                    0,
                                    lengthWithoutZeros(length)
                                            - (whole == 0 ? 0 : ends[whole - 1])));
        }
    }

    @Test
    void wrongByteIsRefusedUnlessItIsInTheLastFlush() throws IOException {
        int last = flushes.size() - 1;
        for (int i = 0; i < segment.length; i++) {
            for (int bit = 0; bit <= 8; bit++) {
                byte[] damaged = segment.clone();
                damaged[i] ^= (byte) (bit == 8 ? 0xFF : 1 << bit);
                String what = "byte " + i + ", bit " + bit;
                SegmentReader reader = Records.segment(damaged);
                if (i < ends[last - 1]) {
                    assertThatThrownBy(() -> read(reader))
                            .as(what)
                            .isInstanceOf(LogCorruptedException.class)
                            .hasMessageContaining("file=a.log, offset=");
                } else {
                    assertThat(read(reader)).as(what).isEqualTo(flushes.subList(0, last));
                    assertThat(reader.tornBytes()).isEqualTo(ends[last] - ends[last - 1]);
                }
            }
        }
    }

    @Test
    void noBurstOfWrongBytesGivesAWrongRecord() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int length = 1 + random.nextInt(segment.length);
            byte[] damaged = Arrays.copyOf(segment, length);
            int begin = random.nextInt(length);
            byte[] burst = new byte[1 + random.nextInt(Math.min(80, length - begin))];
            if (random.nextBoolean()) {
                random.nextBytes(burst);
            }
            System.arraycopy(burst, 0, damaged, begin, burst.length);
            assertSound(seed, damaged, begin, begin + burst.length);
        }
    }

    /** What is read is right; what is missing is refused if something whole comes behind it. */
    private void assertSound(int seed, byte[] damaged, int begin, int end) throws IOException {
        List<List<String>> read;
        try {
            read = read(Records.segment(damaged));
        } catch (LogCorruptedException e) {
            return;
        }
        assertThat(read).as("seed %d", seed).isEqualTo(flushes.subList(0, read.size()));
        assertThat(read.size()).as("seed %d", seed).isGreaterThanOrEqualTo(wholeFlushes(begin));
        int whole = wholeFlushes(damaged.length);
        boolean wholeBehind = whole > 1 && ends[whole - 2] >= end;
        if (wholeBehind) {
            assertThat(read).as("seed %d", seed).hasSize(whole);
        }
    }

    @Test
    void flushIsNotLeftOutOrRepeated() {
        byte[] repeated = concat(segment, Arrays.copyOfRange(segment, ends[4], ends[5]));
        byte[] missing =
                concat(
                        Arrays.copyOf(segment, ends[2]),
                        Arrays.copyOfRange(segment, ends[3], ends[4]));
        byte[] headless = Arrays.copyOfRange(segment, ends[0], segment.length);
        byte[] twoHeaders = concat(segment, Arrays.copyOf(segment, ends[0]));

        for (byte[] wrong : List.of(repeated, missing, headless, twoHeaders)) {
            assertThatThrownBy(() -> read(Records.segment(wrong)))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("a flush is missing or not in its place")
                    .hasMessageContaining("expected=")
                    .hasMessageContaining("found=");
        }
    }

    @Test
    void earlierFlushBehindADamagedOneIsNoTornTail() {
        byte[] repeated = concat(segment, Arrays.copyOfRange(segment, ends[4], ends[5]));
        repeated[segment.length - 1] ^= 1;

        assertThatThrownBy(() -> read(Records.segment(repeated)))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a flush is damaged, and a whole one follows");
    }

    @Test
    void zerosAtTheEndAreRoomThatWasNotUsed() throws IOException {
        SegmentReader whole = Records.segment(Arrays.copyOf(segment, segment.length + 100_000));

        assertThat(read(whole)).isEqualTo(flushes);
        assertThat(whole.tornBytes()).isZero();
        assertThat(whole.place()).endsWith(", offset=" + (segment.length + 100_000));

        int last = flushes.size() - 1;
        byte[] torn = Arrays.copyOf(segment, segment.length - 1);
        SegmentReader reader = Records.segment(Arrays.copyOf(torn, segment.length + 100_000));

        assertThat(read(reader)).isEqualTo(flushes.subList(0, last));
        assertThat(reader.tornBytes()).isEqualTo(torn.length - ends[last - 1]);
    }

    /** What was zeros when it was read is there when what follows is. */
    @Test
    void flushThatIsWrittenMeanwhileIsNoDamage() throws IOException {
        byte[] early = segment.clone();
        Arrays.fill(early, ends[1], ends[2], (byte) 0);
        Arrays.fill(early, ends[4] - 3, ends[4], (byte) 0);
        List<Long> opened = new ArrayList<>();
        SegmentReader reader =
                new SegmentReader(
                        offset -> {
                            opened.add(offset);
                            byte[] now = opened.size() == 1 ? early : segment;
                            return new ByteArrayInputStream(now, (int) offset, now.length);
                        },
                        "a.log");

        assertThat(read(reader)).isEqualTo(flushes);
        assertThat(opened).containsExactly(0L, (long) ends[1]);
        assertThat(reader.tornBytes()).isZero();
        assertThat(reader.place()).endsWith(", offset=" + segment.length);
    }

    @Test
    void zerosBeforeAWholeFlushAreDamage() {
        byte[] damaged = segment.clone();
        Arrays.fill(damaged, ends[1], ends[2], (byte) 0);

        assertThatThrownBy(() -> read(Records.segment(damaged)))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a flush is damaged, and a whole one follows");
    }

    /** Two flushes were on their way at once, and a power failure has left the later one. */
    @Test
    void wholeFlushDoesNotCountBehindOneThatMayNotHaveBeenDurable() throws IOException {
        byte[] damaged = withMore(0, 1);
        damaged[ends[6] + 30]++;
        int both = damaged.length - ends[6];

        for (int zeros : List.of(0, 10_000)) {
            byte[] found = Arrays.copyOf(damaged, damaged.length + zeros);
            SegmentReader reader = Records.segment(found);
            assertThat(read(reader)).isEqualTo(flushes);
            assertThat(reader.tornBytes()).isEqualTo(both);
            assertThat(reader.place()).endsWith(", offset=" + found.length);
        }
    }

    @Test
    void laterFlushTellsWhatHadBeenDurable() throws IOException {
        byte[] whole = withMore(0, 1, 1);
        assertThat(read(Records.segment(whole))).hasSize(flushes.size() + 3);
        byte[] damaged = whole.clone();
        damaged[ends[6] + 30]++;

        assertThatThrownBy(() -> read(Records.segment(damaged)))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a flush is damaged, and a whole one follows")
                .hasMessageContaining("expected=flush 7");

        byte[] farther = withMore(0, 1, 2);
        farther[ends[6] + 30]++;
        assertThat(read(Records.segment(farther))).isEqualTo(flushes);
    }

    /** The segment, and more flushes, each with so many on their way before it. */
    private byte[] withMore(int... onTheWay) throws IOException {
        byte[] all = segment;
        LogRecords records = Records.of("more");
        for (int i = 0; i < onTheWay.length; i++) {
            byte[] frame =
                    Records.frame(
                            FlushFrame.Kind.RECORDS,
                            flushes.size() + i,
                            onTheWay[i],
                            records.array(),
                            records.length());
            all = concat(all, frame);
        }
        return all;
    }

    @Test
    void wrongRecordInAnIntactFlushIsRefused() throws IOException {
        LogRecords records = Records.of("one", "two");
        byte[] body = Arrays.copyOf(records.array(), records.length());
        body[body.length - 1]++;
        byte[] frame = Records.frame(FlushFrame.Kind.RECORDS, 1, body, body.length);

        assertThatThrownBy(
                        () -> read(Records.segment(concat(Arrays.copyOf(segment, ends[0]), frame))))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("the checksum of a record is wrong")
                .hasMessageContaining("offset in body=11");
    }

    @Test
    void flushOfAnotherVersionIsRefused() {
        byte[] frame = ofVersion(5);

        assertThatThrownBy(() -> read(Records.segment(frame)))
                .hasMessageContaining("another version wrote it")
                .hasMessageContaining("version=5, expected=1 to 4");
        assertThatThrownBy(() -> FlushFrame.decode(frame, "offset=9"))
                .hasMessageContaining("offset=9, version=5");
    }

    @Test
    void flushOfTheFirstVersionIsRead() throws IOException {
        assertThat(read(Records.segment(ofVersion(1)))).isEqualTo(List.of(List.of("the header")));
    }

    private static byte[] ofVersion(int version) {
        byte[] frame =
                Records.frame(FlushFrame.Kind.HEADER, 0, Records.HEADER, Records.HEADER.length);
        frame[5] = (byte) version;
        CRC32C checksum = new CRC32C();
        checksum.update(frame, 0, 20);
        checksum.update(frame, 24, Records.HEADER.length);
        ByteBuffer.wrap(frame).putInt(20, (int) checksum.getValue());
        return frame;
    }

    @Test
    void singleFrameIsCheckedAsAWhole() throws IOException {
        byte[] frame = Arrays.copyOf(segment, ends[0]);

        assertThat(FlushFrame.decode(frame, "here").body()).isEqualTo(Records.HEADER);
        for (int length = 0; length < frame.length; length++) {
            byte[] cut = Arrays.copyOf(frame, length);
            assertThatThrownBy(() -> FlushFrame.decode(cut, "here"))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("here");
        }
    }

    @Test
    void flushMayBeLargerThanTheWindow() throws IOException {
        String large = "x".repeat(5_000_000);
        LogRecords records = Records.of(large, "y");
        byte[] first = Records.frame(FlushFrame.Kind.RECORDS, 1, records.array(), records.length());
        byte[] second =
                Records.frame(FlushFrame.Kind.RECORDS, 2, records.array(), records.length());
        byte[] all = concat(concat(Arrays.copyOf(segment, ends[0]), first), second);

        assertThat(read(Records.segment(all)))
                .isEqualTo(List.of(flushes.get(0), List.of(large, "y"), List.of(large, "y")));
    }

    private int lengthWithoutZeros(int length) {
        int end = length;
        while (end > 0 && segment[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private int wholeFlushes(int length) {
        int whole = 0;
        while (whole < ends.length && ends[whole] <= length) {
            whole++;
        }
        return whole;
    }

    /** The records of each flush; of the first, the header. */
    private static List<List<String>> read(SegmentReader reader) throws IOException {
        List<List<String>> read = new ArrayList<>();
        FlushFrame frame;
        while ((frame = reader.next()) != null) {
            List<String> texts = new ArrayList<>();
            if (frame.kind() == FlushFrame.Kind.HEADER) {
                texts.add(new String(frame.body(), StandardCharsets.UTF_8));
            } else {
                RecordCursor records = frame.records("file=a.log, offset=?");
                byte[] record;
                while ((record = records.next()) != null) {
                    texts.add(new String(record, StandardCharsets.UTF_8));
                }
            }
            read.add(texts);
        }
        return read;
    }
}
