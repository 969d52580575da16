/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.log;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the frames of one segment, and distinguishes unfinished writes from damage.
 *
 * <p>Zeros at the end are space reserved for later writes, see {@link LocalSegment}.
 */
final class SegmentReader implements Closeable {
    /*
     * Each frame says how many frames directly before it were not known to be durable when it was
     * begun; all earlier ones were durable. So a frame that is cut off or wrong counts as an
     * unfinished write, and is left out with everything after it. But if a whole frame behind it
     * says that it was durable, the segment is damaged.
     *
     * For the last frames there is no such witness. If one of them was acknowledged and then
     * damaged, it looks like an unfinished write, unless damagedTail() is called for the segment.
     */

    /** Opens the segment at an offset. */
    interface Source {
        InputStream open(long offset) throws IOException;
    }

    private final Source source;
    private final String file;
    private SegmentInput in;
    private long flushes;
    private String torn = "";
    private long tornBytes;

    SegmentReader(Source source, String file) throws IOException {
        this.source = source;
        this.file = file;
        this.in = new SegmentInput(source.open(0), 0);
    }

    /** The next frame, valid until the next call; null at the end. */
    @Nullable FlushFrame next() throws IOException {
        if (!in.has(1)) {
            return null;
        }
        if (!hasWholeFrame() && !isWholeByNow()) {
            return null;
        }
        FlushFrame frame = FlushFrame.read(in.bytes(), in.start(), place());
        FlushFrame.Kind kind = flushes == 0 ? FlushFrame.Kind.HEADER : FlushFrame.Kind.RECORDS;
        if (frame.number() != flushes || frame.kind() != kind) {
            throw damaged(
                    "a flush is missing or not in its place",
                    "found=" + frame.kind() + " " + frame.number());
        }
        flushes++;
        in.skip(frame.length());
        return frame;
    }

    /** Number of frames so far, including the header. */
    long flushes() {
        return flushes;
    }

    long tornBytes() {
        return tornBytes;
    }

    /** Whether there is a header and nothing is torn; known only at the end. */
    boolean isWhole() {
        return flushes > 0 && tornBytes == 0;
    }

    /** File and offset at which the torn flushes begin; empty if there are none. */
    String tornPlace() {
        return torn;
    }

    /** File and offset of what comes next. */
    String place() {
        return "file=" + file + ", offset=" + in.offset();
    }

    private boolean hasWholeFrame() throws IOException {
        if (!in.has(FlushFrame.PREFIX_BYTES)) {
            return false;
        }
        int length = FlushFrame.bodyLength(in.bytes(), in.start(), in.available());
        return length >= 0
                && in.has(FlushFrame.PREFIX_BYTES + length)
                && FlushFrame.isIntact(in.bytes(), in.start());
    }

    /**
     * Searches the rest of the segment for a whole frame that shows that the expected frame was
     * durable. If there is one, the expected frame is read again: a running job may have written it
     * meanwhile, as it began the later frame only when this one was durable. If it is still not
     * whole, the segment is refused.
     *
     * @return whether the expected frame is whole now
     */
    private boolean isWholeByNow() throws IOException {
        long begin = in.offset();
        long end = begin;
        String place = place();
        while (in.has(1)) {
            int length = 1;
            boolean written = in.bytes()[in.start()] != 0;
            if (in.offset() > begin && hasWholeFrame()) {
                FlushFrame following = FlushFrame.read(in.bytes(), in.start(), place());
                if (following.number() <= flushes || following.follows(flushes)) {
                    return isWholeNow(begin, place);
                }
                length = following.length();
            }
            in.skip(length);
            if (written) {
                end = in.offset();
            }
        }
        torn = place;
        tornBytes = end - begin;
        return false;
    }

    private boolean isWholeNow(long begin, String place) throws IOException {
        long following = in.offset();
        in.close();
        in = new SegmentInput(source.open(begin), begin);
        if (hasWholeFrame()) {
            return true;
        }
        throw new LogCorruptedException(
                message("a flush is damaged, and a whole one follows", place)
                        + "following offset="
                        + following
                        + fix());
    }

    /**
     * The error for torn flushes, or a missing header, in a segment that ended when all was
     * durable.
     *
     * @param following the segment that began then
     */
    LogCorruptedException damagedTail(String following) {
        return new LogCorruptedException(
                message(
                                "a flush is damaged, and a checkpoint came after it",
                                torn.isEmpty() ? place() : torn)
                        + "following file="
                        + following
                        + fix());
    }

    private LogCorruptedException damaged(String reason, String found) {
        return new LogCorruptedException(message(reason, place()) + found + fix());
    }

    private String message(String reason, String place) {
        return "[TSP-3100] Cannot read log: "
                + reason
                + ", "
                + place
                + ", expected="
                + (flushes == 0 ? "header" : "flush " + flushes)
                + ", ";
    }

    private static String fix() {
        return ". Put an undamaged copy of the file in its place, or start from a savepoint without"
                + " the log";
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
