/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.MachineDefaults;
import io.tspoon.log.LogHeader.Beginning;

import org.apache.flink.core.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Earlier versions wrote the names of files with the digits of the locale. */
class ForeignDigitsTest {
    private static final Locale EGYPT = Locale.forLanguageTag("ar-EG");

    @TempDir private Path directory;

    private final Heard heard = new Heard();
    private FileLog log;

    @BeforeEach
    void createLog() {
        log = new FileLog(directory.toUri().toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ar-EG", "fa-IR", "mr-IN", "my-MM", "hi-IN-u-nu-deva", "th-TH-u-nu-thai"})
    void namesHaveTheDigits0To9(String locale) throws IOException {
        try (MachineDefaults machine = MachineDefaults.set(locale, "Asia/Kathmandu")) {
            assertThat(String.format("%d", 1)).isNotEqualTo("1");
            write("a");
            write("b");
            log.deleteBefore("bank", 0, log.shut("bank", 0));

            assertThat(names()).containsExactly("00000000000000000002.deleted");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ar-EG", "fa-IR", "mr-IN", "my-MM", "hi-IN-u-nu-deva", "th-TH-u-nu-thai"})
    void otherDigitsAreFound(String locale) throws IOException {
        write("a");
        write("b");
        rename(Locale.forLanguageTag(locale), 1, 2);

        assertThat(read(LogReader.BEGINNING)).containsExactly("#1", "a", "#2", "b");
        assertThat(read(2)).containsExactly("#2", "b");
        assertThat(log.shut("bank", 0)).isEqualTo(3);

        write("c");
        assertThat(read(LogReader.BEGINNING)).containsExactly("#1", "a", "#2", "b", "#3", "c");
    }

    @Test
    void toolsFindThemBelowADirectoryAndByName() throws IOException {
        write("a");
        write("b");
        rename(EGYPT, 1, 2);

        FileLogReader all = LogFiles.open(directory.toString()).get(0);
        assertThat(all.segments()).isEqualTo(2);
        assertThat(all.bytes()).isEqualTo(sizes());
        FileLogReader one = LogFiles.open(file(EGYPT, 2).toUri().getPath()).get(0);
        assertThat(Records.read(one)).containsExactly("#2", "b");
        assertThat(one.file().getName()).isEqualTo(name(EGYPT, 2, ".log"));
        one.close();
    }

    @Test
    void writerDeletesThem() throws Exception {
        write("a");
        write("b");
        rename(EGYPT, 1, 2);

        try (LogWriter writer = log.openWriter("bank", 0, heard)) {
            long bytes = sizes();
            assertThat(writer.bytes()).isEqualTo(bytes);
            long position = writer.roll(Records.header(Beginning.RUN));
            writer.deleteBefore(position);
        }

        assertThat(names()).containsExactly("00000000000000000003.log");
    }

    @Test
    void partWithoutWriterIsDeleted() throws IOException {
        write("a");
        write("b");
        rename(EGYPT, 1, 2);
        Files.createFile(part().resolve(foreign(1, ".deleted")));

        log.deleteBefore("bank", 0, 3);

        assertThat(names()).containsExactly("00000000000000000002.deleted");
        assertThat(log.shut("bank", 0)).isEqualTo(3);
    }

    @Test
    void deletedNumbersAreNotGivenAgain() throws IOException {
        write("a");
        log.deleteBefore("bank", 0, 2);
        Files.move(
                part().resolve("00000000000000000001.deleted"),
                part().resolve(foreign(1, ".deleted")));

        assertThat(log.shut("bank", 0)).isEqualTo(2);
    }

    /** As after a start with log-accept-loss that did not see the first two. */
    @Test
    void ofTwoWithOneNumberTheOneWithPlainDigitsCounts() throws IOException {
        write("lost");
        write("lost");
        Path aside = directory.resolve("aside");
        rename(EGYPT, 1, 2);
        Files.move(part(), aside);
        write("a");
        write("b");
        write("c");
        Files.move(aside.resolve(foreign(1, ".log")), file(EGYPT, 1));
        Files.move(aside.resolve(foreign(2, ".log")), file(EGYPT, 2));

        assertThat(read(LogReader.BEGINNING)).containsExactly("#1", "a", "#2", "b", "#3", "c");
        assertThat(log.shut("bank", 0)).isEqualTo(4);
    }

    @Test
    void orderThatCannotBeKnownIsRefused() throws IOException {
        write("lost");
        write("lost, or written after all others");
        rename(EGYPT, 1, 2);
        Files.move(file(EGYPT, 1), directory.resolve("first"));
        Files.move(file(EGYPT, 2), directory.resolve("second"));
        write("a");
        Files.move(directory.resolve("first"), file(EGYPT, 1));
        Files.move(directory.resolve("second"), file(EGYPT, 2));

        assertThatThrownBy(() -> read(LogReader.BEGINNING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageStartingWith(
                        "[TSP-3113] Cannot read log: of a number there are two segments")
                .hasMessageContaining("00000000000000000001.log")
                .hasMessageContaining(name(EGYPT, 2, ".log"))
                .hasMessageContaining("Move those files");
        assertThatThrownBy(() -> log.shut("bank", 0)).isInstanceOf(LogCorruptedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "٠0000000000000000001.log",
                "0000000000000000٠٠٠١.log",
                "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠۱.log",
                "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠١.log",
                "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠١.txt",
                "99999999999999999999.log",
            })
    void otherNamesAreLeftAlone(String name) throws IOException {
        assertThat(NumberedName.parse(name, NumberedName.SEGMENT)).isNull();
        assertThat(NumberedName.parse(name, NumberedName.DELETED)).isNull();
    }

    /** No locale of Java's has digits that take two characters. */
    @Test
    void digitsOfTwoCharactersAreLeftAlone() {
        String zero = Character.toString(0x1D7CE);

        assertThat(NumberedName.parse(zero.repeat(20) + ".log", NumberedName.SEGMENT)).isNull();
    }

    private Path part() {
        return directory.resolve("bank/0");
    }

    private static String name(Locale locale, long number, String suffix) {
        return String.format(locale, "%020d", number) + suffix;
    }

    private static Path foreign(long number, String suffix) {
        return NumberedName.foreign(name(EGYPT, number, suffix));
    }

    /** Whatever encoding of names the process has. */
    private Path file(Locale locale, long number) {
        return part().resolve(NumberedName.foreign(name(locale, number, ".log")));
    }

    private void rename(Locale locale, long... numbers) throws IOException {
        for (long number : numbers) {
            Files.move(file(Locale.ROOT, number), file(locale, number));
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(part())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private long sizes() throws IOException {
        NavigableMap<Long, SegmentFile> segments =
                LogFiles.segments(
                        FileSystem.getLocalFileSystem(),
                        new org.apache.flink.core.fs.Path(part().toUri()));
        return segments.values().stream().mapToLong(SegmentFile::bytes).sum();
    }

    private void write(String record) throws IOException {
        try (LogWriter writer = log.openWriter("bank", 0, heard)) {
            writer.onDurable(heard);
            writer.roll(Records.header(Beginning.RUN));
            Records.append(writer, 1, record);
        }
    }

    private List<String> read(long position) throws IOException {
        try (LogReader reader = log.openReader("bank", 0, position)) {
            return Records.read(reader);
        }
    }
}
