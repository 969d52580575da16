/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * A process that writes logs, one after the other, reads one and deletes one. What it hears it says
 * at once on its standard output, each time with one system call, such as {@code durable whole 3}.
 */
final class SyncedLogs {
    /** A log whose segments are as {@link FileLog} creates them. */
    static final String WHOLE = "whole";

    /** Logs on disks that fail. */
    static final String IN_PLACE = "in-place";

    static final String STREAM = "stream";

    /** What is said of a segment that has begun, and of one that is cut off. */
    static final String BEGUN = "begun";

    static final String FAILED = "failed";

    /** Of the records up to a ticket. */
    static final String DURABLE = "durable";

    /** Of a segment that is about to be read, and whose header is there. */
    static final String READING = "reading";

    static final String GIVEN = "given";

    /** In each log, with two records each. */
    static final int SEGMENTS = 2;

    private final FileSystem files = FileSystem.getLocalFileSystem();
    private final Heard heard = new Heard();
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private final Path root;

    private SyncedLogs(Path root) {
        this.root = root;
    }

    /**
     * @param args the URI of the directory of the logs, which need not exist
     */
    public static void main(String[] args) throws Exception {
        SyncedLogs logs = new SyncedLogs(new Path(args[0]));
        logs.write();
        logs.failInPlace();
        logs.failInAStream();
        logs.readAndDelete();
    }

    private void write() throws Exception {
        try (LogWriter writer = open(WHOLE, PartFiles.in(files, part(WHOLE)))) {
            fill(WHOLE, writer);
        }
    }

    private void failInPlace() throws Exception {
        List<FaultyChannel> channels = new ArrayList<>();
        PartFiles local =
                files(
                        IN_PLACE,
                        file -> {
                            channels.clear();
                            return FaultyChannel.segment(
                                    LogFiles.localPath(file),
                                    new Semaphore(0),
                                    new Semaphore(1_000),
                                    channels);
                        });
        LogWriter writer = open(IN_PLACE, local);
        fill(IN_PLACE, writer);
        channels.forEach(channel -> channel.nextSyncFails.set(true));
        fail(writer);
    }

    private void failInAStream() throws Exception {
        FaultyFileSystem disk = new FaultyFileSystem();
        PartFiles local =
                files(
                        STREAM,
                        file ->
                                new StreamSegment(
                                        disk.create(file, WriteMode.NO_OVERWRITE),
                                        LogFiles.localPath(file)));
        LogWriter writer = open(STREAM, local);
        fill(STREAM, writer);
        disk.syncFails = true;
        fail(writer);
    }

    private void readAndDelete() throws IOException {
        WriteAheadLog log = new FileLog(root.toUri().toString());
        try (LogReader reader = log.openReader(WHOLE, 0, LogReader.BEGINNING)) {
            for (int segment = 1; segment <= SEGMENTS; segment++) {
                say(READING, WHOLE, segment);
                if (reader.nextSegment()) {
                    say(GIVEN, WHOLE, reader.position());
                }
            }
        }
        log.deleteBefore(WHOLE, 0, log.shut(WHOLE, 0));
    }

    private Path part(String log) {
        return LogFiles.part(root, log, 0);
    }

    private PartFiles files(String log, PartFiles.Segments segments) throws IOException {
        LogFiles.createDirectories(files, part(log));
        return new PartFiles(files, part(log), segments);
    }

    private LogWriter open(String log, PartFiles parts) {
        LogWriter writer =
                new FileLogWriter(
                        parts,
                        log,
                        failure -> {
                            say(FAILED, log, SEGMENTS);
                            heard.failed(failure);
                        });
        writer.onDurable(
                ticket -> {
                    say(DURABLE, log, ticket);
                    heard.durable(ticket);
                });
        return writer;
    }

    private void fill(String log, LogWriter writer) throws Exception {
        for (long segment = 1; segment <= SEGMENTS; segment++) {
            say(BEGUN, log, writer.roll(Records.HEADER));
            for (long ticket = 2 * segment - 1; ticket <= 2 * segment; ticket++) {
                Records.append(writer, ticket, "record " + ticket);
                heard.await(ticket);
            }
        }
    }

    /** The writer stays open, as it would only say so again. */
    private void fail(LogWriter writer) throws Exception {
        Records.append(writer, Long.MAX_VALUE, "a record that cannot be synced");
        heard.awaitFailure();
    }

    private void say(String what, String log, long number) {
        String said = what + " " + log + " " + number;
        try {
            out.write(said.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
