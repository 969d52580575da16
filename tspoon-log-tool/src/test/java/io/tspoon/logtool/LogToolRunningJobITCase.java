/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogFiles;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that cannot be opened, and those that a job deletes while its log is looked at. */
class LogToolRunningJobITCase {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path root;

    private SampleLog log;

    @BeforeEach
    void writeLog() throws IOException {
        log = new SampleLog(root);
        log.write();
        log.writeSegment(0, 2);
    }

    @Test
    void verifyGoesOnBehindAFileThatCannotBeOpened() throws IOException {
        replaceBySocket(log.segment(0, 1));
        log.damage(0, 3);

        assertThat(LogTool.run(out, err, "verify", root.toString())).isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith(
                                                "[TSP-3102] Cannot read log: No such device or"
                                                        + " address, ")
                                        .contains(log.segment(0, 1) + ". See that the file is"),
                        second -> assertThat(second).contains(log.segment(0, 3) + ", offset=0"));
        assertThat(out.toString())
                .startsWith("4 files, ")
                .contains(" 300 records")
                .contains("damaged parts: 1, unreadable files: 1");
    }

    @Test
    void dumpSaysWhyItCannotOpenAFile() throws IOException {
        replaceBySocket(log.segment(0, 2));

        assertThat(LogTool.run(out, err, "dump", root.toString())).isEqualTo(1);

        assertThat(err.toString())
                .startsWith("[TSP-3102] Cannot read log: No such device or address, ")
                .contains(log.segment(0, 2).toString());
        assertThat(out.toString().lines()).hasSize(SampleLog.TRANSACTIONS);
    }

    @Test
    void whatTheJobDeletesMeanwhileIsNoDamage() throws IOException {
        List<FileLogReader> parts = LogFiles.open(root.toString());
        Files.delete(log.segment(0, 1));
        Files.delete(log.segment(0, 2));
        Files.delete(log.segment(1, 1));
        Files.delete(log.segment(1, 2));

        assertThat(verify(parts)).isZero();

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith("1 files, ")
                .contains(" 100 records, 0 torn bytes")
                .endsWith(String.format("intact%n"));
    }

    /** A listing takes its time: here it met the first segment, and the second no more. */
    @Test
    void gapThatTheJobMadeMeanwhileIsNoDamage() throws IOException {
        Files.delete(log.segment(0, 2));
        List<FileLogReader> parts = LogFiles.open(root.toString());
        Files.delete(log.segment(0, 1));

        assertThat(verify(parts)).isZero();

        assertThat(out.toString()).startsWith("3 files, ").endsWith(String.format("intact%n"));
    }

    @Test
    void fileThatIsGoneBehindOneThatIsThereCannotBeRead() throws IOException {
        List<FileLogReader> parts = LogFiles.open(root.toString());
        Files.delete(log.segment(0, 2));
        log.damage(0, 3);

        assertThat(verify(parts)).isEqualTo(1);

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith(
                                                "[TSP-3102] Cannot read log: NoSuchFileException,"
                                                        + " file=")
                                        .contains(log.segment(0, 2).toString()),
                        second -> assertThat(second).contains(log.segment(0, 3) + ", offset=0"));
        assertThat(out.toString()).contains("damaged parts: 1, unreadable files: 1");
    }

    /** A job deletes files only: who takes away their directory may have unmounted it. */
    @Test
    void partThatIsGoneCannotBeRead() throws IOException {
        List<FileLogReader> parts = LogFiles.open(root.toString());
        Files.move(root.resolve("bank"), root.resolve("elsewhere"));

        assertThat(verify(parts)).isEqualTo(1);

        assertThat(err.toString().lines()).hasSize(5);
        assertThat(out.toString()).contains("damaged parts: 0, unreadable files: 5");
    }

    @Test
    void dumpAndStatLeaveOutWhatTheJobDeletesMeanwhile() throws IOException {
        List<FileLogReader> dumped = LogFiles.open(root.toString());
        List<FileLogReader> counted = LogFiles.open(root.toString());
        Files.delete(log.segment(0, 1));

        assertThat(run(DumpCommand::new, dumped)).isZero();
        assertThat(out.toString().lines()).hasSize(4 * SampleLog.TRANSACTIONS);

        out.getBuffer().setLength(0);
        assertThat(run(StatCommand::new, counted)).isZero();
        long size = Files.size(log.segment(0, 2)) + Files.size(log.segment(0, 3));
        assertThat(out.toString().lines().toList().get(1))
                .isEqualTo(root + "/bank/0\t2\t" + size + "\t200\t10000\t20990");
    }

    private int verify(List<FileLogReader> parts) throws IOException {
        return run(output -> new VerifyCommand(output, new PrintWriter(err, true)), parts);
    }

    private int run(Function<Output, LogCommand> command, List<FileLogReader> parts)
            throws IOException {
        try (Output output = new Output(out)) {
            return command.apply(output).run(parts);
        }
    }

    /** Nobody can open it as a file, not even root. */
    private void replaceBySocket(Path file) throws IOException {
        Path socket = root.resolve("socket"); // names of sockets must be short
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket));
        }
        Files.move(socket, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
