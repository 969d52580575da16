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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds and reads what a log holds beyond the snapshot that the job was restored from.
 *
 * <p>The log says where that begins: each segment's header names the checkpoint at which it was
 * begun, or from which its run was restored, and the job that took it. In a part that was written
 * at the restored snapshot, it is the segment begun there. Another part is needed from where a run
 * begins that was restored from the same snapshot; else it had ended before, and is not needed.
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

    /**
     * What the job was restored from.
     *
     * @param id of the checkpoint or savepoint; {@link #NO_CHECKPOINT} if the job begins anew
     * @param job that took it, with a log; empty if there was none
     */
    public record Snapshot(long id, String job) {}

    private final WriteAheadLog log;
    private final String graph;
    private final String job;
    private final Snapshot restored;
    private final boolean acceptsLoss;

    /**
     * @param log to read
     * @param graph name of the t-graph
     * @param job id of the job
     * @param restored what the job was restored from
     * @param acceptsLoss whether to go on where the log is damaged or gone
     */
    public LogRecovery(
            WriteAheadLog log, String graph, String job, Snapshot restored, boolean acceptsLoss) {
        this.log = log;
        this.graph = graph;
        this.job = job;
        this.restored = restored;
        this.acceptsLoss = acceptsLoss;
    }

    /**
     * Refuses the log of another job before anything is opened for writing, which may shut that job
     * out. Only a job that begins anew can be told from another one by now; a restored one, and
     * parts that cannot be read while their writers may live, are left to {@link #find}.
     */
    public void checkBeforeWriting() throws IOException {
        if (restored.job().isEmpty() && !acceptsLoss) {
            for (int part : log.parts(graph)) {
                checkOwn(part, firstHeaders(part));
            }
        }
    }

    /** Up to the first that the job may go on with; none if they cannot be read. */
    private NavigableMap<Long, LogHeader> firstHeaders(int part) throws IOException {
        NavigableMap<Long, LogHeader> headers = new TreeMap<>();
        try (LogReader reader = log.openReader(graph, part, LogReader.BEGINNING)) {
            boolean more = reader.nextSegment();
            while (more) {
                LogHeader header = LogHeader.decode(reader.header());
                headers.put(reader.position(), header);
                more = isForeign(header) && reader.nextSegment();
            }
            return headers;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            LOG.info(
                    "Cannot read write-ahead log yet; it is read again when no earlier run can"
                            + " write to it, graph={}, part={}, cause={}",
                    graph,
                    part,
                    e.toString());
            return new TreeMap<>();
        }
    }

    /**
     * The parts with something to recover.
     *
     * @param mustExist the parts that were written when the snapshot was taken, as far as this
     *     coordinator has been told
     */
    public List<Part> find(Set<Integer> mustExist) throws IOException {
        NavigableMap<Integer, NavigableMap<Long, LogHeader>> all = new TreeMap<>();
        for (int part : log.parts(graph)) {
            all.put(part, headers(part));
        }
        checkExist(mustExist, all);
        Set<String> heirs = new HashSet<>();
        for (NavigableMap<Long, LogHeader> headers : all.values()) {
            headers.values().stream()
                    .filter(this::isRunFromRestored)
                    .forEach(header -> heirs.add(header.job()));
        }
        List<Part> parts = new ArrayList<>();
        for (Map.Entry<Integer, NavigableMap<Long, LogHeader>> entry : all.entrySet()) {
            Long start = start(entry.getKey(), entry.getValue(), heirs);
            if (start != null) {
                parts.add(new Part(entry.getKey(), start));
            }
        }
        return parts;
    }

    private void checkExist(Set<Integer> mustExist, Map<Integer, NavigableMap<Long, LogHeader>> all)
            throws IOException {
        for (int part : mustExist) {
            NavigableMap<Long, LogHeader> headers = all.get(part);
            if (headers == null
                    || headers.values().stream().noneMatch(this::isRestoredCheckpoint)) {
                lose(
                        "Cannot recover from write-ahead log: no segment begins at the restored"
                                + " checkpoint, graph="
                                + graph
                                + ", part="
                                + part
                                + ", checkpoint="
                                + restored.id()
                                + ", job="
                                + restored.job()
                                + ", log="
                                + log);
            }
        }
    }

    /** Headers that cannot be read are left out, if that is accepted. */
    private NavigableMap<Long, LogHeader> headers(int part) throws IOException {
        NavigableMap<Long, LogHeader> headers = new TreeMap<>();
        long position = LogReader.BEGINNING;
        boolean more = true;
        while (more) {
            more = false;
            try (LogReader reader = log.openReader(graph, part, position)) {
                try {
                    while (reader.nextSegment()) {
                        headers.put(reader.position(), LogHeader.decode(reader.header()));
                    }
                } catch (LogCorruptedException e) {
                    lose(String.valueOf(e.getMessage()));
                    more = reader.position() >= position && reader.position() >= 0;
                    position = reader.position() + 1;
                }
            } catch (LogCorruptedException e) {
                lose(String.valueOf(e.getMessage()));
            }
        }
        return headers;
    }

    private @Nullable Long start(int part, NavigableMap<Long, LogHeader> headers, Set<String> heirs)
            throws IOException {
        Long first = null;
        LogHeader lost = null;
        for (Map.Entry<Long, LogHeader> entry : headers.descendingMap().entrySet()) {
            LogHeader header = entry.getValue();
            if (isRestoredCheckpoint(header)) {
                return entry.getKey();
            }
            if (isRunFromRestored(header)) {
                first = entry.getKey();
            } else if (isLater(header, heirs)) {
                lost = header;
            }
        }
        if (first == null) {
            checkOwn(part, headers);
        }
        if (first == null && lost != null) {
            lose(
                    "Cannot recover from write-ahead log: segments that the restored checkpoint"
                            + " needs were deleted, graph="
                            + graph
                            + ", part="
                            + part
                            + ", checkpoint="
                            + restored.id()
                            + ", oldestCheckpoint="
                            + lost.checkpoint());
        }
        return first;
    }

    private boolean isRestoredCheckpoint(LogHeader header) {
        return header.beginning() == LogHeader.Beginning.CHECKPOINT && isOfRestored(header);
    }

    private boolean isRunFromRestored(LogHeader header) {
        return header.beginning() == LogHeader.Beginning.RUN && isOfRestored(header);
    }

    private boolean isOfRestored(LogHeader header) {
        return header.checkpoint() == restored.id()
                && header.checkpointJob().equals(restored.job())
                && (restored.id() != NO_CHECKPOINT || header.job().equals(job));
    }

    /** Whether the segment was begun by a run that goes on from the restored snapshot. */
    private boolean isLater(LogHeader header, Set<String> heirs) {
        boolean isHeir = heirs.contains(header.job()) || header.job().equals(job);
        return isHeir && header.checkpoint() > restored.id();
    }

    private boolean isForeign(LogHeader header) {
        return restored.job().isEmpty() && !header.job().equals(job) && !isOfRestored(header);
    }

    /** A job that begins without a log must not go on with that of another one. */
    private void checkOwn(int part, NavigableMap<Long, LogHeader> headers) throws IOException {
        if (!headers.isEmpty() && headers.values().stream().allMatch(this::isForeign)) {
            lose(
                    "Cannot begin write-ahead log: there is one of another job, graph="
                            + graph
                            + ", part="
                            + part
                            + ", job="
                            + headers.lastEntry().getValue().job()
                            + ", log="
                            + log
                            + ". Start from the newest checkpoint or savepoint of that job (flink"
                            + " run --fromSavepoint, or execution.state-recovery.path), or let"
                            + " Flink's high availability start it again under its own id. If it"
                            + " never completed a checkpoint, or what it logged does not matter,"
                            + " give the log another place, or delete it");
        }
    }

    /** Reads a part, from its position to its end. */
    public void read(Part part, Receiver receiver) throws Exception {
        long position = part.position();
        boolean more = true;
        while (more) {
            more = false;
            try (LogReader reader = log.openReader(graph, part.index(), position)) {
                try {
                    read(part, reader, receiver);
                } catch (LogCorruptedException e) {
                    lose(String.valueOf(e.getMessage()));
                    more = reader.position() >= position; // the next segment, if one begins there
                    position = reader.position() + 1;
                }
            } catch (LogCorruptedException e) {
                lose(String.valueOf(e.getMessage()));
            }
        }
    }

    private void read(Part part, LogReader reader, Receiver receiver) throws Exception {
        while (reader.nextSegment()) {
            receiver.segment(LogHeader.decode(reader.header()));
            byte[] record = reader.nextRecord();
            while (record != null) {
                receiver.transaction(record, LoggedTransaction.decode(record));
                record = reader.nextRecord();
            }
        }
        if (reader.tornBytes() > 0) {
            LOG.warn(
                    "Left out unfinished writes at the end of a log segment, as a crash leaves"
                        + " them: nobody had seen their transactions, graph={}, part={}, bytes={}",
                    graph,
                    part.index(),
                    reader.tornBytes());
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
