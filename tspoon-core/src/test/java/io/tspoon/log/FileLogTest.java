/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.log.LogHeader.Beginning;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class FileLogTest {
    private static final String GRAPH = "bank";

    @TempDir private Path directory;

    private final Heard heard = new Heard();
    private FileLog log;

    @BeforeEach
    void createLog() {
        log = new FileLog(directory.resolve("log").toUri().toString());
        log.validate();
    }

    @Test
    void logIsEmptyAtFirst() throws IOException {
        assertThat(log.parts(GRAPH)).isEmpty();
        assertThat(read(0, LogReader.BEGINNING)).isEmpty();
    }

    @Test
    void partsAreApart() throws IOException {
        for (int part : new int[] {10, 2, 0}) {
            write(part, 1, "of " + part);
        }

        assertThat(log.parts(GRAPH)).containsExactly(0, 2, 10);
        assertThat(log.parts("other")).isEmpty();
        assertThat(read(10, LogReader.BEGINNING)).containsExactly("#1", "of 10");
    }

    @Test
    void namesOfGraphsAreMadeSafe() throws IOException {
        String name = "../Überweisung: a/b";
        log.openWriter(name, 0, heard).close();

        assertThat(log.parts(name)).containsExactly(0);
        assertThat(directory.resolve("log/%2E.%2F%C3%9Cberweisung%3A%20a%2Fb/0")).isDirectory();
    }

    @Test
    void readingBeginsAtAPosition() throws IOException {
        try (LogWriter writer = writer(0)) {
            writer.roll(Records.HEADER);
            Records.append(writer, 1, "a");
            long position = writer.roll(Records.HEADER);
            Records.append(writer, 2, "b");
            writer.roll(Records.HEADER);
            Records.append(writer, 3, "c");

            assertThat(position).isEqualTo(2);
        }

        assertThat(read(0, 2)).containsExactly("#2", "b", "#3", "c");
        try (LogReader reader = log.openReader(GRAPH, 0, 1)) {
            assertThat(reader.nextSegment()).isTrue();
            assertThat(reader.header()).isEqualTo(Records.HEADER);
            assertThat(Records.read(reader)).containsExactly("#2", "b", "#3", "c");
        }
    }

    /** The process was frozen, and a run of higher parallelism writes the part again. */
    @Test
    void lateDeletionLeavesWhatALaterRunWrites() throws Exception {
        write(2, 1, "a");
        write(2, 1, "b");
        long end = log.shut(GRAPH, 2);
        try (LogWriter writer = writer(2)) {
            writer.roll(Records.header(Beginning.RUN));
            Records.append(writer, 2, "acknowledged");
            heard.await(2);

            log.deleteBefore(GRAPH, 2, end);

            assertThat(read(2, LogReader.BEGINNING)).containsExactly("#3", "acknowledged");
        }
    }

    /** Two processes delete what they have shut, one of them late. */
    @Test
    void numbersOfDeletedSegmentsAreNotGivenAgain() throws IOException {
        write(2, 1, "a");
        write(2, 1, "b");
        long end = log.shut(GRAPH, 2);
        log.deleteBefore(GRAPH, 2, log.shut(GRAPH, 2));
        assertThat(read(2, LogReader.BEGINNING)).isEmpty();
        assertThat(log.parts(GRAPH)).containsExactly(2);
        assertThat(log.shut(GRAPH, 2)).isEqualTo(end);

        write(2, 1, "c");
        log.deleteBefore(GRAPH, 2, end);

        assertThat(read(2, LogReader.BEGINNING)).containsExactly("#3", "c");

        log.deleteBefore(GRAPH, 2, log.shut(GRAPH, 2));
        assertThat(segment(2, 1).getParent().toFile().list())
                .containsExactly(String.format(Locale.ROOT, "%020d.deleted", 3));
    }

    @Test
    void missingPositionIsRefused() throws IOException {
        try (LogWriter writer = writer(0)) {
            writer.roll(Records.HEADER);
            writer.roll(Records.HEADER);
            writer.roll(Records.HEADER);
            writer.deleteBefore(2);
        }

        assertThatThrownBy(() -> read(0, 1))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("00000000000000000001.log, existing=[2, 3]");
    }

    @Test
    void missingSegmentInBetweenIsRefused() throws IOException {
        for (int i = 1; i <= 3; i++) {
            write(0, i, "run " + i);
        }
        Files.delete(segment(0, 2));

        assertThatThrownBy(() -> read(0, LogReader.BEGINNING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("00000000000000000002.log, existing=[1, 3]");
    }

    @Test
    void fileThatCannotBeOpenedIsNamedAndTheNextOneFollows() throws IOException {
        write(0, 1, "a");
        write(0, 1, "b");
        try (LogReader reader = log.openReader(GRAPH, 0, 1)) {
            Files.delete(segment(0, 1));

            assertThatThrownBy(reader::nextSegment)
                    .isNotInstanceOf(LogCorruptedException.class)
                    .hasMessageStartingWith(
                            "[TSP-3102] Cannot read log: NoSuchFileException, file=")
                    .hasMessageContaining(segment(0, 1) + ". See that the file is there")
                    .hasMessageContaining("move the file away and set log-accept-loss");
            assertThat(Records.read(reader)).containsExactly("#2", "b");
        }
    }

    @Test
    void tornTailMayBeInASegmentThatIsNotTheLast() throws IOException {
        write(0, 1, "a", "b");
        byte[] bytes = Files.readAllBytes(segment(0, 1));
        byte[] torn = Arrays.copyOf(bytes, bytes.length + 17);
        torn[torn.length - 1] = 1;
        Files.write(segment(0, 1), torn);
        write(0, 1, "c");

        try (LogReader reader = log.openReader(GRAPH, 0, 1)) {
            assertThat(Records.read(reader)).containsExactly("#1", "a", "b", "#2", "c");
            assertThat(reader.tornBytes()).isEqualTo(17);
        }
    }

    @Test
    void segmentWithATornHeaderIsSkipped() throws IOException {
        write(0, 1, "a");
        byte[] header = Files.readAllBytes(segment(0, 1));
        Files.write(segment(0, 2), Arrays.copyOf(header, 6));
        Files.write(segment(0, 3), new byte[0]);
        write(0, 1, "b");

        try (LogReader reader = log.openReader(GRAPH, 0, 1)) {
            assertThat(Records.read(reader)).containsExactly("#1", "a", "#4", "b");
            assertThat(reader.tornBytes()).isEqualTo(6);
        }
    }

    @Test
    void damageIsRefusedWithFileAndOffset() throws IOException {
        write(0, 1, "a");
        byte[] bytes = Files.readAllBytes(segment(0, 1));
        bytes[3]++;
        Files.write(segment(0, 1), bytes);

        assertThatThrownBy(() -> read(0, LogReader.BEGINNING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a flush is damaged, and a whole one follows")
                .hasMessageContaining("bank/0/00000000000000000001.log, offset=0")
                .hasMessageContaining(
                        "expected=header, following offset="
                                + (FlushFrame.PREFIX_BYTES + Records.header(Beginning.RUN).length));
    }

    @Test
    void partIsReadWhileAnotherIsWritten() throws Exception {
        write(0, 1, "a");
        try (LogWriter writer = writer(1)) {
            writer.roll(Records.HEADER);
            for (int ticket = 1; ticket <= 200; ticket++) {
                Records.append(writer, ticket, "record " + ticket);
                assertThat(read(0, LogReader.BEGINNING)).containsExactly("#1", "a");
            }
            heard.await(200);
            // The part that is being written, too, up to where it is.
            assertThat(read(1, LogReader.BEGINNING)).hasSize(201);
        }
    }

    @Test
    void flushesThatAreOnTheirWayAtOnceStayInOrder() throws Exception {
        String large = "x".repeat(FileLogWriter.LEAST_BYTES_BESIDE / 3);
        List<String> expected = new ArrayList<>(List.of("#1"));
        try (LogWriter writer = writer(0)) {
            writer.roll(Records.HEADER);
            for (int ticket = 1; ticket <= 600; ticket++) {
                if (ticket == 300) {
                    expected.add("#" + writer.roll(Records.HEADER));
                }
                String record = ticket + (ticket % 2 == 0 ? large : "");
                Records.append(writer, ticket, record);
                expected.add(record);
            }
            assertThat(heard.await(600)).isSorted().doesNotHaveDuplicates();
        }
        assertThat(read(0, LogReader.BEGINNING)).isEqualTo(expected);
    }

    @Test
    void segmentThatWasNotClosedHasRoomAtItsEndAndNothingTorn() throws Exception {
        try (LogWriter writer = writer(0)) {
            writer.roll(Records.HEADER);
            Records.append(writer, 1, "a", "b");
            heard.await(1);
            long size = Files.size(segment(0, 1));
            assertThat(size).isGreaterThan(LocalSegment.LEAST_AHEAD).isEqualTo(writer.bytes());
            Files.copy(segment(0, 1), segment(0, 7));
            Files.copy(segment(0, 1), segment(0, 8));
            Files.write(segment(0, 9), new byte[100_000]);

            try (LogReader reader = log.openReader(GRAPH, 0, 7)) {
                assertThat(Records.read(reader)).containsExactly("#7", "a", "b", "#8", "a", "b");
                assertThat(reader.tornBytes()).isZero();
            }
        }
        assertThat(segment(0, 1)).hasSize(34 + 24 + 2 * 9);
    }

    @Test
    void interruptedCloseCutsOffWhatWasNotUsed() throws Exception {
        LogWriter writer = writer(0);
        writer.roll(Records.HEADER);
        Records.append(writer, 1, "a");
        heard.await(1);
        Thread.currentThread().interrupt();
        writer.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(segment(0, 1)).hasSize(34 + 24 + 9);
    }

    /** The run that takes a checkpoint knows that its flushes are durable; a later run does not. */
    @Test
    void tornTailIsDamageIfACheckpointFollows() throws Exception {
        try (LogWriter writer = writer(0)) {
            for (Beginning beginning : List.of(Beginning.RUN, Beginning.CHECKPOINT)) {
                writer.roll(Records.header(beginning));
                Records.append(writer, 1 + beginning.ordinal(), "a");
            }
        }
        try (LogWriter writer = writer(0)) {
            writer.roll(Records.header(Beginning.RUN));
            Records.append(writer, 1, "a");
        }
        cutOff(2);
        assertThat(read(0, LogReader.BEGINNING)).containsExactly("#1", "a", "#2", "#3", "a");

        cutOff(1);
        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            assertThatThrownBy(() -> Records.read(reader))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("a flush is damaged, and a checkpoint came after it")
                    .hasMessageContaining(segment(0, 1) + ", offset=")
                    .hasMessageContaining("expected=flush 1, following file=")
                    .hasMessageContaining(segment(0, 2).toString());
            assertThat(reader.position()).isEqualTo(1);
        }
        assertThat(read(0, 2)).containsExactly("#2", "#3", "a");
    }

    /** Its header was durable when the checkpoint was begun. */
    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void segmentWithoutHeaderIsDamageIfACheckpointFollows(int length) throws Exception {
        try (LogWriter writer = writer(0)) {
            for (Beginning beginning : Beginning.values()) {
                writer.roll(Records.header(beginning));
                Records.append(writer, 1 + beginning.ordinal(), "a");
            }
        }
        byte[] header = Files.readAllBytes(segment(0, 2));
        Files.write(segment(0, 2), Arrays.copyOf(header, length));

        try (LogReader reader = log.openReader(GRAPH, 0, LogReader.BEGINNING)) {
            assertThatThrownBy(() -> Records.read(reader))
                    .isInstanceOf(LogCorruptedException.class)
                    .hasMessageContaining("a flush is damaged, and a checkpoint came after it")
                    .hasMessageContaining(segment(0, 2) + ", offset=0, expected=header")
                    .hasMessageContaining("following file=")
                    .hasMessageContaining(segment(0, 3).toString());
            assertThat(Records.read(reader)).containsExactly("#3", "a");
        }
    }

    private void cutOff(int sequence) throws IOException {
        byte[] whole = Files.readAllBytes(segment(0, sequence));
        Files.write(segment(0, sequence), Arrays.copyOf(whole, whole.length - 1));
    }

    @Test
    void otherFilesAreLeftAlone() throws IOException {
        write(0, 1, "a");
        Files.writeString(directory.resolve("log/bank/0/notes.txt"), "mine");
        Files.createDirectory(directory.resolve("log/bank/notes"));

        assertThat(log.parts(GRAPH)).containsExactly(0);
        assertThat(read(0, 1)).containsExactly("#1", "a");
    }

    @ParameterizedTest
    @CsvSource({
        "s3://bucket/log, an object store cannot append",
        "S3A://bucket/log, an object store cannot append",
        "gs://bucket/log, an object store cannot append",
        "abfss://container/log, an object store cannot append",
        "wasbs://container/log, an object store cannot append",
        "oss://bucket/log, an object store cannot append",
        "/var/log/bank, Write file:///var/log/bank",
        "log, 'Write the whole URI'",
        "'', it is empty",
        ", it is null",
        "file:log, Cannot use directory"
    })
    void directoryThatCannotServeIsRefused(String unusable, String reason) {
        assertThatThrownBy(() -> new FileLog(unusable).validate())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-3000] Cannot use directory for write-ahead log: ")
                .hasMessageContaining("directory=" + unusable)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///mnt/log", "hdfs://namenode:8020/log", "viewfs:///log"})
    void directoryOnAFileSystemIsAccepted(String usable) {
        assertThatCode(() -> new FileLog(usable).validate()).doesNotThrowAnyException();
    }

    @Test
    void travelsWithTheJob() throws IOException {
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(log);
    }

    private Path segment(int part, int sequence) {
        return directory.resolve(
                String.format(Locale.ROOT, "log/%s/%d/%020d.log", GRAPH, part, sequence));
    }

    private LogWriter writer(int part) throws IOException {
        LogWriter writer = log.openWriter(GRAPH, part, heard);
        writer.onDurable(heard);
        return writer;
    }

    private void write(int part, long ticket, String... records) throws IOException {
        try (LogWriter writer = writer(part)) {
            writer.roll(Records.header(Beginning.RUN));
            Records.append(writer, ticket, records);
        }
    }

    private List<String> read(int part, long position) throws IOException {
        try (LogReader reader = log.openReader(GRAPH, part, position)) {
            return Records.read(reader);
        }
    }
}
