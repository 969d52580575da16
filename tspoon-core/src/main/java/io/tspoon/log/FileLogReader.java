/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.apache.flink.annotation.Internal;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.NavigableMap;

/**
 * Reads one part from files: the segments that exist when it is opened, and of each segment what is
 * there when its end is reached.
 *
 * <p>Local files are made durable before they are read. After the end of a process they may hold a
 * flush that never was durable, and what is read here is about to be seen. Memory: the largest
 * flush.
 *
 * <p>After any {@link IOException}, {@link #nextSegment} goes on with the next file.
 */
@Internal
public final class FileLogReader implements LogReader {
    private final FileSystem files;
    private final Path part;
    private final NavigableMap<Long, SegmentFile> segments;

    private long position = BEGINNING;
    private @Nullable SegmentReader segment;
    private byte[] header = {};
    private @Nullable RecordCursor records;
    private String place = "";
    private long flushes;
    private long tornBytes;
    private String tornPlace = "";

    FileLogReader(FileSystem files, Path part, NavigableMap<Long, SegmentFile> segments) {
        this.files = files;
        this.part = part;
        this.segments = segments;
    }

    static FileLogReader open(FileSystem files, Path part, long position) throws IOException {
        NavigableMap<Long, SegmentFile> all = LogFiles.segments(files, part);
        if (position != BEGINNING && !all.containsKey(position)) {
            throw new LogCorruptedException(
                    "[TSP-3101] Cannot read log: a segment is missing, file="
                            + LogFiles.segment(part, position)
                            + ", existing="
                            + all.keySet()
                            + ". Put the file back, or restore a later checkpoint");
        }
        return new FileLogReader(files, part, all.tailMap(position, true));
    }

    @Override
    public boolean nextSegment() throws IOException {
        records = null;
        SegmentReader before = segment;
        while (openNext()) {
            FlushFrame frame = nextFrame();
            if (frame != null) {
                header = frame.body();
                checkTail(before);
                return true;
            }
            // It broke off before its header was durable, if the next one is a run's.
            before = segment;
        }
        return false;
    }

    /** The run that takes a checkpoint goes on in the next segment when all flushes are durable. */
    private void checkTail(@Nullable SegmentReader before) throws IOException {
        if (before == null || before.isWhole() || !beginsAtSnapshot()) {
            return;
        }
        LogCorruptedException damaged = before.damagedTail(file().toString());
        close();
        position--;
        throw damaged;
    }

    private boolean beginsAtSnapshot() {
        try {
            return LogHeader.decode(header).beginsAtSnapshot();
        } catch (IOException | RuntimeException e) {
            return false; // who decodes it will say so
        }
    }

    /** What could not be read is told with its place. */
    private @Nullable FlushFrame nextFrame() throws IOException {
        String next = current().place();
        try {
            FlushFrame frame = current().next();
            place = frame == null ? place : next;
            return frame;
        } catch (LogCorruptedException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(e, next);
        }
    }

    private static IOException unreadable(IOException cause, String place) {
        return new IOException(
                "[TSP-3102] Cannot read log: "
                        + LogFiles.reason(cause)
                        + ", "
                        + place
                        + ". See that the file is there and can be read. If it cannot be read any"
                        + " more, move the file away and set log-accept-loss for one start",
                cause);
    }

    private boolean openNext() throws IOException {
        close();
        Long next = segments.higherKey(position);
        if (next == null) {
            return false;
        }
        if (position != BEGINNING && next != position + 1) {
            long missing = position + 1;
            position = next - 1;
            throw new LogCorruptedException(
                    "[TSP-3101] Cannot read log: a segment is missing, file="
                            + LogFiles.segment(part, missing)
                            + ", existing="
                            + segments.keySet()
                            + ". Put the file back, or restore a later checkpoint");
        }
        position = next;
        Path path = file();
        try {
            LogFiles.force(files, path);
            segment =
                    new SegmentReader(
                            offset -> LogFiles.open(files, path, offset), path.toString());
        } catch (IOException e) {
            segments.remove(position);
            throw unreadable(e, "file=" + path);
        }
        return true;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public byte[] header() {
        return header;
    }

    @Override
    public byte @Nullable [] nextRecord() throws IOException {
        while (true) {
            byte[] record = records == null ? null : records.next();
            if (record != null) {
                return record;
            }
            FlushFrame frame = nextFrame();
            if (frame == null) {
                records = null;
                return null;
            }
            records = frame.records(place);
        }
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public long tornBytes() {
        return tornBytes + (segment == null ? 0 : segment.tornBytes());
    }

    @Override
    public String tornPlace() {
        return segment == null || segment.tornBytes() == 0 ? tornPlace : segment.tornPlace();
    }

    /** Returns the number of flushes read so far, including headers. */
    public long flushes() {
        return flushes + (segment == null ? 0 : segment.flushes());
    }

    /** Returns the directory of the part. */
    public Path part() {
        return part;
    }

    /** Returns the file of the current segment. */
    public Path file() {
        SegmentFile current = segments.get(position);
        return current == null ? LogFiles.segment(part, position) : current.path();
    }

    /**
     * Whether the segment that {@link #nextSegment} went to last is gone, and all before it, while
     * the part still exists. A running job deletes segments like this, when nobody needs them any
     * more.
     */
    public boolean isDeleted() {
        try {
            return files.exists(part)
                    && LogFiles.segments(files, part).headMap(position, true).isEmpty();
        } catch (IOException e) {
            return false; // what could not be read is told, and that is enough
        }
    }

    /** Returns the number of segments, without those that could not be opened. */
    public int segments() {
        return segments.size();
    }

    /** Returns the size of these segments in bytes when the reader was opened. */
    public long bytes() {
        return segments.values().stream().mapToLong(SegmentFile::bytes).sum();
    }

    private SegmentReader current() {
        if (segment == null) {
            throw new IllegalStateException(
                    "[TSP-3103] Cannot read log: no segment is at hand, part=" + part);
        }
        return segment;
    }

    @Override
    public void close() throws IOException {
        SegmentReader reader = segment;
        if (reader != null) {
            tornPlace = tornPlace();
            tornBytes = tornBytes();
            flushes = flushes();
            segment = null;
            reader.close();
        }
    }
}
