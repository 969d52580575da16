/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import io.tspoon.flink.files.FileLeases;

import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The segments of one part, for writing.
 *
 * <p>Each frame records how many frames before it were not known to be durable when it was written,
 * so a reader knows which of them a crash may have cut off. After a failure a segment is not
 * written any more, except by a write that is under way at that moment. A later run never writes to
 * it, because it is unknown what a failed sync has left behind. What could not be synced is cut off
 * before anybody is told of the failure.
 *
 * <p>Calls must not overlap, except those of {@link #sync}, {@link #takeBack} and {@link #bytes}.
 */
final class PartFiles implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(PartFiles.class);

    private final FileSystem files;
    private final Path directory;

    private final Segments segments;

    /** The segments that earlier runs have written. */
    private final NavigableMap<Long, SegmentFile> found;

    /** Sizes of the segments that exist, by sequence number. */
    private final NavigableMap<Long, Long> sizes = new TreeMap<>();

    private long sequence;
    private @Nullable SegmentOutput out;
    private long flushes;

    /** The offset of the next frame. */
    private long end;

    /** The offset at which the segment was cut off; guarded by this. */
    private long cut;

    private final AtomicLong bytes;

    /** Creates segments. */
    @FunctionalInterface
    interface Segments {
        /** Creates a segment. The file must not exist, and the previous segment must be closed. */
        SegmentOutput create(Path file) throws IOException;
    }

    /** The segments of a part in a directory, which is created if it does not exist. */
    static PartFiles in(FileSystem files, Path directory) throws IOException {
        LogFiles.createDirectories(files, directory);
        LocalSegments local =
                LogFiles.areLocal(files) ? LocalSegments.in(LogFiles.localPath(directory)) : null;
        return new PartFiles(
                files,
                directory,
                local == null
                        ? file -> streamSegment(files, file)
                        : file -> local.create(LogFiles.localPath(file)));
    }

    private static SegmentOutput streamSegment(FileSystem files, Path file) throws IOException {
        return new StreamSegment(
                files.create(file, WriteMode.NO_OVERWRITE),
                LogFiles.areLocal(files) ? LogFiles.localPath(file) : null);
    }

    /** Shuts out the previous writer if the file system is able to. */
    PartFiles(FileSystem files, Path directory, Segments segments) throws IOException {
        this.files = files;
        this.directory = directory;
        this.segments = segments;
        this.found = shut(files, directory);
        found.forEach((number, segment) -> sizes.put(number, segment.bytes()));
        // Listed after the segments: whoever deleted segments before that has left this file.
        long deleted = LogFiles.lastDeleted(files, directory);
        this.sequence = sizes.isEmpty() ? deleted : Math.max(deleted, sizes.lastKey());
        this.bytes = new AtomicLong(sizes.values().stream().mapToLong(Long::longValue).sum());
    }

    /**
     * Shuts out the previous writer, again until no new segment appears. A segment that it begins
     * later would collide with this writer's next one.
     */
    private static NavigableMap<Long, SegmentFile> shut(FileSystem files, Path directory)
            throws IOException {
        NavigableMap<Long, SegmentFile> before = new TreeMap<>();
        NavigableMap<Long, SegmentFile> found = LogFiles.segments(files, directory);
        while (!found.keySet().equals(before.keySet())) {
            for (SegmentFile segment : found.values()) {
                FileLeases.revoke(files, segment.path());
            }
            before = found;
            found = LogFiles.segments(files, directory);
        }
        return found;
    }

    /** Whether a flush may be written to the segment while one before it is synced. */
    boolean syncsBesideWrites() {
        SegmentOutput segment = out;
        return segment != null && segment.syncsBesideWrites();
    }

    /** The number of the next segment; no segment has ever had it. */
    long next() {
        return sequence + 1;
    }

    /** Total size of all segments; for any thread. */
    long bytes() {
        return bytes.get();
    }

    /**
     * Ends the segment and begins another.
     *
     * @return sequence number of the new segment
     */
    long roll(byte[] header) throws IOException {
        try {
            close();
            sequence++;
            flushes = 0;
            end = 0;
            cut = Long.MAX_VALUE;
            out = segments.create(LogFiles.segment(directory, sequence));
        } catch (IOException e) {
            throw new IOException(
                    "[TSP-3003] Cannot begin log segment: "
                            + LogFiles.reason(e)
                            + ", file="
                            + LogFiles.segment(directory, sequence)
                            + ". See that no other job writes to this log, and that the directory"
                            + " is there, writable and has room",
                    e);
        }
        byte[] frame = new byte[FlushFrame.PREFIX_BYTES + header.length];
        System.arraycopy(header, 0, frame, FlushFrame.PREFIX_BYTES, header.length);
        write(frame, frame.length, FlushFrame.Kind.HEADER, 0);
        sync();
        LogFiles.force(files, directory);
        return sequence;
    }

    /**
     * Writes records, which are durable after the next sync. The array has room for the frame's
     * prefix.
     *
     * @param onTheWay how many flushes before this one may not be durable yet
     * @return the offset of the records in the segment
     */
    long write(byte[] frame, int length, int onTheWay) throws IOException {
        return write(frame, length, FlushFrame.Kind.RECORDS, onTheWay);
    }

    private long write(byte[] frame, int length, FlushFrame.Kind kind, int onTheWay)
            throws IOException {
        SegmentOutput segment = current();
        FlushFrame.seal(frame, length, kind, flushes++, onTheWay);
        try {
            segment.write(frame, length);
        } catch (IOException e) {
            throw failed(e, ", bytes=" + length);
        }
        measure(segment);
        long offset = end;
        end += length;
        return offset;
    }

    /**
     * Waits until everything written before the call is durable. Meanwhile no segment may begin or
     * end.
     */
    void sync() throws IOException {
        try {
            current().sync();
        } catch (IOException e) {
            throw failed(e, "");
        }
    }

    /**
     * Cuts off what was written from an offset on but could not be synced, so that nobody finds it.
     *
     * @param offset see {@link #write}
     */
    synchronized void takeBack(long offset) {
        cut = Math.min(cut, offset);
        try {
            current().takeBack(cut);
        } catch (IOException e) {
            LOG.warn(
                    "[TSP-3015] Cannot cut off what could not be synced: {}, file={}, offset={}."
                        + " Nobody has seen it; but if the job's next run reads it, and the power"
                        + " fails then, it may be lost after all",
                    LogFiles.reason(e),
                    LogFiles.segment(directory, sequence),
                    cut,
                    e);
        }
    }

    private SegmentOutput current() {
        SegmentOutput segment = out;
        if (segment == null) {
            throw new IllegalStateException(
                    "[TSP-3009] Cannot write to log: no segment has begun, directory=" + directory);
        }
        return segment;
    }

    private IOException failed(IOException cause, String details) {
        return new IOException(
                "[TSP-3004] Cannot write to log: "
                        + LogFiles.reason(cause)
                        + ", file="
                        + LogFiles.segment(directory, sequence)
                        + details
                        + ". Nothing more becomes durable here; the job fails, and goes on"
                        + " from its last checkpoint and the log when it restarts. See that"
                        + " the file system is there and has room",
                cause);
    }

    private void measure(SegmentOutput segment) {
        Long before = sizes.put(sequence, segment.size());
        bytes.addAndGet(segment.size() - (before == null ? 0 : before));
    }

    /**
     * Deletes old segments, but never the last one. Begins with the lowest, so that no gap arises.
     * A segment that cannot be deleted only takes up space; the next call tries again.
     *
     * @param most highest number of segments to delete now
     * @return whether there are more to delete
     */
    boolean deleteBefore(long position, int most) {
        NavigableMap<Long, Long> old = sizes.headMap(Math.min(position, sequence), false);
        for (int deleted = 0; deleted < most && !old.isEmpty(); deleted++) {
            Path file = file(old.firstKey());
            try {
                LogFiles.delete(files, file);
            } catch (IOException e) {
                LOG.warn(
                        "[TSP-3300] Cannot delete log segment: {}, file={}. It takes room, nothing"
                                + " else; the next checkpoint tries again",
                        LogFiles.reason(e),
                        file,
                        e);
                return false;
            }
            bytes.addAndGet(-old.pollFirstEntry().getValue());
        }
        return !old.isEmpty();
    }

    private Path file(long number) {
        SegmentFile earlier = found.get(number);
        return earlier == null ? LogFiles.segment(directory, number) : earlier.path();
    }

    /**
     * Deletes the segments before a position of a part that has no writer; all of them, if all are
     * before it. However late this runs, it does not touch segments of a later run, because numbers
     * are never given twice: a file that is created before the first segment is deleted records
     * which numbers were in use.
     *
     * @param position see {@link #next}
     */
    static void deleteBefore(FileSystem files, Path directory, long position) throws IOException {
        NavigableMap<Long, SegmentFile> old =
                LogFiles.segments(files, directory).headMap(position, false);
        if (old.isEmpty()) {
            return;
        }
        files.create(LogFiles.deleted(directory, old.lastKey()), WriteMode.OVERWRITE).close();
        LogFiles.force(files, directory);
        for (SegmentFile segment : old.values()) {
            deleteOld(files, segment.path());
        }
        // The newest file says all that the older ones said, and is durable.
        for (SegmentFile deleted :
                LogFiles.allDeleted(files, directory).headMap(old.lastKey(), false).values()) {
            deleteOld(files, deleted.path());
        }
    }

    private static void deleteOld(FileSystem files, Path file) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException(
                    "[TSP-3301] Cannot delete log segment: interrupted, file=" + file);
        }
        try {
            LogFiles.delete(files, file);
        } catch (IOException e) {
            throw new IOException(
                    "[TSP-3300] Cannot delete log segment: "
                            + LogFiles.reason(e)
                            + ", file="
                            + file,
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        SegmentOutput segment = out;
        out = null;
        if (segment != null) {
            segment.close();
            measure(segment);
        }
    }
}
