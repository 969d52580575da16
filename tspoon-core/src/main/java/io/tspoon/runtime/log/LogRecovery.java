/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.WriteAheadLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds and reads what a log holds beyond the snapshot that the job was restored from.
 *
 * <p>The log alone says where that begins: each segment's header names the checkpoint at which it
 * was begun, or from which its run was restored. In one part that is the last segment begun at the
 * restored checkpoint. A part that has none was begun later, by a run of higher parallelism: all of
 * it is needed; or it ended before, and nothing is.
 *
 * <p>Whatever was logged after a snapshot continues one history, for every run repeats the log
 * before it begins anything. So all that follows is needed, of whichever run it is.
 */
public final class LogRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    /** No run was restored from it. */
    public static final long NO_CHECKPOINT = 0;

    /** Gets what is read. */
    public interface Receiver {
        /** A segment begins. */
        void segment(LogHeader header) throws Exception;

        /** A transaction of the segment. */
        void transaction(byte[] record, LoggedTransaction transaction) throws Exception;
    }

    /** A part, from the position on where it is needed. */
    public record Part(int index, long position) {}

    private final WriteAheadLog log;
    private final String graph;
    private final String job;
    private final long restored;
    private final boolean acceptsLoss;

    /**
     * @param log to read
     * @param graph name of the t-graph
     * @param job id of the job
     * @param restored id of the checkpoint or savepoint that the job was restored from, or {@link
     *     #NO_CHECKPOINT}
     * @param acceptsLoss whether to go on where the log is damaged or gone
     */
    public LogRecovery(
            WriteAheadLog log, String graph, String job, long restored, boolean acceptsLoss) {
        this.log = log;
        this.graph = graph;
        this.job = job;
        this.restored = restored;
        this.acceptsLoss = acceptsLoss;
    }

    /**
     * The parts with something to recover.
     *
     * @param mustExist whether the snapshot says that there was a log
     */
    public List<Part> find(boolean mustExist) throws IOException {
        List<Part> parts = new ArrayList<>();
        boolean found = false;
        for (int part : log.parts(graph)) {
            NavigableMap<Long, LogHeader> headers = headers(part);
            found |= headers.values().stream().anyMatch(this::isRestoredCheckpoint);
            Long start = start(part, headers);
            if (start != null) {
                parts.add(new Part(part, start));
            }
        }
        if (mustExist && !found && restored != NO_CHECKPOINT) {
            lose(
                    "Cannot recover from write-ahead log: no segment begins at the restored"
                            + " checkpoint, graph="
                            + graph
                            + ", checkpoint="
                            + restored
                            + ", log="
                            + log);
        }
        return parts;
    }

    private NavigableMap<Long, LogHeader> headers(int part) throws IOException {
        NavigableMap<Long, LogHeader> headers = new TreeMap<>();
        try (LogReader reader = log.openReader(graph, part, LogReader.BEGINNING)) {
            while (reader.nextSegment()) {
                headers.put(reader.position(), LogHeader.decode(reader.header()));
            }
        } catch (LogCorruptedException e) {
            lose(String.valueOf(e.getMessage()));
        }
        return headers;
    }

    private @Nullable Long start(int part, NavigableMap<Long, LogHeader> headers)
            throws IOException {
        Map.Entry<Long, LogHeader> first = null;
        boolean continues = true;
        for (Map.Entry<Long, LogHeader> entry : headers.descendingMap().entrySet()) {
            LogHeader header = entry.getValue();
            if (isRestoredCheckpoint(header)) {
                return entry.getKey();
            }
            continues &=
                    restored == NO_CHECKPOINT
                            ? header.job().equals(job)
                            : header.checkpoint() >= restored;
            first = continues ? entry : first;
        }
        if (first == null) {
            checkOwn(part, headers);
            return null;
        }
        LogHeader header = first.getValue();
        if (header.beginning() == LogHeader.Beginning.CHECKPOINT) {
            lose(
                    "Cannot recover from write-ahead log: segments that the restored checkpoint"
                            + " needs were deleted, graph="
                            + graph
                            + ", part="
                            + part
                            + ", checkpoint="
                            + restored
                            + ", oldestCheckpoint="
                            + header.checkpoint());
        }
        return first.getKey();
    }

    private boolean isRestoredCheckpoint(LogHeader header) {
        return restored != NO_CHECKPOINT
                && header.beginning() == LogHeader.Beginning.CHECKPOINT
                && header.checkpoint() == restored;
    }

    /** A job that begins from nothing must not go on with the log of another one. */
    private void checkOwn(int part, NavigableMap<Long, LogHeader> headers) throws IOException {
        if (restored == NO_CHECKPOINT && !headers.isEmpty()) {
            lose(
                    "Cannot begin write-ahead log: there is one of another job, graph="
                            + graph
                            + ", part="
                            + part
                            + ", job="
                            + headers.lastEntry().getValue().job()
                            + ", log="
                            + log
                            + ". Restore a checkpoint or savepoint of that job, or use another"
                            + " place for the log, or delete it");
        }
    }

    /** Reads a part, from its position to its end. */
    public void read(Part part, Receiver receiver) throws Exception {
        long position = part.position();
        while (true) {
            try (LogReader reader = log.openReader(graph, part.index(), position)) {
                while (reader.nextSegment()) {
                    position = reader.position();
                    receiver.segment(LogHeader.decode(reader.header()));
                    byte[] record = reader.nextRecord();
                    while (record != null) {
                        receiver.transaction(record, LoggedTransaction.decode(record));
                        record = reader.nextRecord();
                    }
                }
                if (reader.tornBytes() > 0) {
                    LOG.warn(
                            "Left out an unfinished write at the end of a log segment: nobody had"
                                    + " seen its transactions, graph={}, part={}, bytes={}",
                            graph,
                            part.index(),
                            reader.tornBytes());
                }
                return;
            } catch (LogCorruptedException e) {
                lose(String.valueOf(e.getMessage()));
                position++; // the next segment, wherever that begins
            }
        }
    }

    private void lose(String message) throws LogCorruptedException {
        if (!acceptsLoss) {
            throw new LogCorruptedException(
                    message
                            + ". To go on without what is lost, set tspoon."
                            + graph
                            + ".log-accept-loss to true for this start");
        }
        LOG.error("Lost part of a write-ahead log, as log-accept-loss allows: {}", message);
    }
}
