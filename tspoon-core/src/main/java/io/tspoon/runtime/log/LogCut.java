/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogMark;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a log ends whose parts have to be cut at one id, because what a transaction in one part has
 * seen may be missing in another one.
 *
 * <p>Each part is in the order of ids, and marks tell how far it reaches (see {@link LogMark}). So
 * up to the lowest end of all parts nothing is missing, and nothing above it has been shown. A part
 * whose coordinator has left, or has not come back, holds up nobody. Neither does one that the
 * newest run does not write, nor one without marks.
 *
 * <p>What a run has cut off stays in its place. So the headers of the next run say what does not
 * count. All coordinators of a run find the same, also if others have begun their segments already:
 * these hold nothing else yet.
 *
 * <p>To be filled from all parts, one after the other. Unless it is, it keeps everything. Confined
 * to one thread.
 */
@Internal
public final class LogCut implements LogRecovery.Receiver {
    private static final class Part {
        /** What the newest run that has written it stays above; tells runs apart. */
        private long run = Timestamps.NONE;

        private long end = LogMark.LEFT;
    }

    private final List<Part> parts = new ArrayList<>();
    private final List<LogHeader.Cut> cuts = new ArrayList<>();
    private Part current = new Part();
    private long highest = Timestamps.NONE;
    private long end = LogMark.LEFT;

    /** Begins a part, which will be read next. */
    public void beginPart() {
        current = new Part();
        parts.add(current);
    }

    /** Between two segments the coordinator was not there. */
    @Override
    public void segment(LogHeader header) {
        current.end = LogMark.LEFT;
        LogHeader.Cut cut = header.cut();
        if (cut != null && !header.beginsAtSnapshot()) {
            cuts.add(cut);
            current.run = cut.upTo();
            seen(cut.upTo());
        }
    }

    @Override
    public void mark(long id) {
        current.end = id;
        if (id != LogMark.LEFT) {
            seen(id);
        }
    }

    @Override
    public void transaction(byte[] record, LoggedTransaction transaction) {
        seen(transaction.timestamp());
        if (current.end != LogMark.LEFT) {
            current.end = transaction.timestamp();
        }
    }

    private void seen(long id) {
        highest = Math.max(highest, id);
    }

    /** Whether a logged transaction counts. */
    public boolean keeps(long id) {
        if (id > end) {
            return false;
        }
        for (LogHeader.Cut cut : cuts) {
            if (cut.covers(id)) {
                return false;
            }
        }
        return true;
    }

    /** The highest id that was read. New ones must be above it. */
    public long highest() {
        return highest;
    }

    /** What the headers of the run say that begins now. */
    public LogHeader.Cut cut() {
        long above = Math.min(end, highest);
        boolean moves = true;
        while (moves) { // each time it goes to the lower end of another cut
            moves = false;
            for (LogHeader.Cut cut : cuts) {
                if (cut.covers(above)) {
                    above = cut.above();
                    moves = true;
                }
            }
        }
        return new LogHeader.Cut(above, highest);
    }

    /** All parts are read. */
    public void end() {
        long newest = Timestamps.NONE;
        for (Part part : parts) {
            newest = Math.max(newest, part.run);
        }
        for (Part part : parts) {
            if (part.run == newest) {
                end = Math.min(end, part.end);
            }
        }
    }
}
