/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the output goes: to disks that are full, and out of processes whose locale is narrow. */
class LogToolOutputITCase {
    private final StringWriter err = new StringWriter();

    @TempDir private Path root;
    @TempDir private Path files;

    private SampleLog log;

    @BeforeEach
    void writeLog() throws IOException {
        log = new SampleLog(root);
        log.write();
    }

    @Test
    void dumpReadsNoFurtherThanItCanWrite() throws IOException {
        log.damage(0, 2);

        assertThat(LogTool.run(new Disk(10), err, "dump", root.toString())).isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("[TSP-7000] Cannot write output: No space left on device. ");
    }

    /** As much as stays in a buffer up to the end. */
    @ParameterizedTest
    @ValueSource(strings = {"dump --limit 1", "verify", "stat"})
    void everyCommandSaysThatItCannotWrite(String command) {
        String[] args = (command + " " + root).split(" ");

        assertThat(LogTool.run(new Disk(0), err, args)).isEqualTo(1);

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("[TSP-7000] Cannot write output: No space left on device. ");
    }

    @Test
    void processEndsWithCodeOneOnAFullDisk() throws Exception {
        assertThat(runProcess(new File("/dev/full"), "dump", root.toString())).isEqualTo(1);

        assertThat(errors())
                .startsWith("[TSP-7000] Cannot write output: No space left on device. ");
    }

    @Test
    void everyCharacterIsShownWhateverTheLocale() throws Exception {
        File lines = files.resolve("lines").toFile();

        assertThat(runProcess(lines, "dump", "--limit", "2", root.toString())).isZero();

        List<String> dumped = Files.readAllLines(lines.toPath());
        assertThat(dumped).hasSize(2);
        JsonNode update = new ObjectMapper().readTree(dumped.get(1)).at("/updates/0");
        assertThat(update.get("keyText").asText()).isEqualTo("ännchen");
    }

    /** Java says of some failures only which file they are about. */
    @Test
    void failureThatIsNoMoreThanAFileIsExplained() {
        assertThat(LogTool.explain(new AccessDeniedException("/log")))
                .isEqualTo("java.nio.file.AccessDeniedException: /log");
        assertThat(LogTool.explain(new IOException())).isEqualTo("java.io.IOException");
        assertThat(LogTool.explain(new IOException("Cannot list"))).isEqualTo("Cannot list");
    }

    private int runProcess(File output, String... args) throws Exception {
        ProcessBuilder tool =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=US-ASCII",
                        "-Dsun.stdout.encoding=US-ASCII",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LogTool.class.getName());
        tool.command().addAll(List.of(args));
        Process process =
                tool.redirectOutput(output).redirectError(files.resolve("err").toFile()).start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(errors()).isBetween(0, 2);
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    private String errors() throws IOException {
        return Files.readString(files.resolve("err"));
    }

    /** One with room for some lines. */
    private static final class Disk extends Writer {
        private int lines;

        Disk(int lines) {
            this.lines = lines;
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            for (int i = offset; i < offset + length; i++) {
                if (lines == 0) {
                    throw new IOException("No space left on device");
                }
                lines -= text[i] == '\n' ? 1 : 0;
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
