/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionReader;
import io.tspoon.log.WriteAheadLog;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds and reads what a log holds beyond the snapshot that the job was restored from.
 *
 * <p>Everything logged after a snapshot belongs to one history, because each run replays the log
 * before it begins anything. So all that follows is needed, whichever run wrote it. Where it begins
 * is found from the log itself, see {@link LogHistory}.
 */
@Internal
public final class LogRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    /** Receives what is read. */
    public interface Receiver {
        /** Called when a segment begins. */
        void segment(LogHeader header) throws Exception;

        /** Called for each transaction of the segment. */
        void transaction(byte[] record, LoggedTransaction transaction) throws Exception;

        /** Called for each mark of the segment, see {@link io.tspoon.log.LogMark}. */
        default void mark(long id) {}
    }

    private final WriteAheadLog log;
    private final String graph;
    private final Origin origin;
    private final boolean acceptsLoss;
    private final LossMessages messages;
    private boolean hasMarks;

    /**
     * @param log the log to read
     * @param graph name of the t-graph
     * @param origin what the job goes on from
     * @param acceptsLoss whether to go on where the log is damaged or gone
     */
    public LogRecovery(WriteAheadLog log, String graph, Origin origin, boolean acceptsLoss) {
        this.log = log;
        this.graph = graph;
        this.origin = origin;
        this.acceptsLoss = acceptsLoss;
        this.messages = new LossMessages(log, graph, origin);
    }

    /**
     * Refuses a log that the job must not go on with. This happens before anything is opened for
     * writing, because opening may shut out another job. Refused are the log of another job if this
     * one begins without a log, and a log that lacks what follows another job's snapshot.
     *
     * <p>Parts that cannot be read while their writers may still live are left to {@link #find}. So
     * is the log of a job that took the snapshot itself: the log is its own, and as long as a dead
     * writer is not shut out, reading its part may be slow.
     *
     * @param mustExist the parts that were written when the snapshot was taken, as far as this
     *     coordinator knows
     */
    public void checkBeforeWriting(Set<Integer> mustExist) throws IOException {
        Snapshot snapshot = origin.snapshot();
        if (acceptsLoss || (snapshot.hadLog() && snapshot.job().equals(origin.job()))) {
            return;
        }
        for (int part : log.parts(graph)) {
            if (!snapshot.hadLog()) {
                checkOwn(part);
            } else if (mustExist.contains(part)) {
                checkFollows(part);
            }
        }
    }

    private void checkOwn(int part) throws IOException {
        Segment newest = newestWithout(part, segment -> !segment.isForeign(origin));
        if (newest != null) {
            acceptLoss(messages.foreign(part, newest));
        }
    }

    /**
     * A part whose newest segment was begun long after the snapshot must have the snapshot's
     * segment in front of it.
     */
    private void checkFollows(int part) throws IOException {
        Segment newest = newestWithout(part, segment -> segment.beginsAt(origin));
        if (newest != null && newest.isBehind(origin)) {
            acceptLoss(messages.missing(part));
        }
    }

    /**
     * Reads headers until one matches.
     *
     * @return the last header; null if one matched, or if not all can be read
     */
    private @Nullable Segment newestWithout(int part, Predicate<Segment> wanted)
            throws IOException {
        Segment newest = null;
        try (LogReader reader = log.openReader(graph, part, LogReader.BEGINNING)) {
            TransactionReader transactions = new TransactionReader(reader);
            while (transactions.nextSegment()) {
                newest = Segment.of(transactions.header());
                if (wanted.test(newest)) {
                    return null;
                }
            }
            return newest;
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            LOG.info(
                    "[TSP-3206] Cannot read write-ahead log yet; it is read again when no earlier"
                            + " run can write to it, graph={}, part={}, cause={}",
                    graph,
                    part,
                    e.toString());
            return null;
        }
    }

    /**
     * Finds what the log holds beyond the snapshot.
     *
     * @param mustExist the parts that were written when the snapshot was taken, as far as this
     *     coordinator knows
     * @param parallelism of this run, which has opened as many parts for writing
     */
    public LogHistory find(Set<Integer> mustExist, int parallelism) throws IOException {
        NavigableMap<Integer, NavigableMap<Long, Segment>> all = new TreeMap<>();
        Map<Integer, NavigableSet<Long>> gaps = new TreeMap<>();
        Map<Integer, LogCorruptedException> beginnings = new TreeMap<>();
        for (int part : parts(parallelism)) {
            NavigableSet<Long> gapsOfPart = new TreeSet<>();
            all.put(part, segments(part, gapsOfPart, beginnings));
            gaps.put(part, gapsOfPart);
        }
        LogHistory history = new LogHistory(all, gaps, origin, acceptsLoss);
        for (Map.Entry<Integer, LogCorruptedException> beginning : beginnings.entrySet()) {
            checkBeginning(beginning.getKey(), beginning.getValue(), history);
        }
        for (int part : mustExist) {
            checkExists(part, history);
        }
        for (Map.Entry<Integer, NavigableMap<Long, Segment>> part : all.entrySet()) {
            checkComplete(part.getKey(), history);
            if (history.isForeign(part.getKey())) {
                acceptLoss(messages.foreign(part.getKey(), part.getValue().lastEntry().getValue()));
            }
        }
        return history;
    }

    /** Whether parts that {@link #find} has found may have marks, so that the log must be cut. */
    public boolean hasMarks() {
        return hasMarks;
    }

    /**
     * Lists the parts. If a listing lacks parts that this run has opened for writing, the rest of
     * it cannot be trusted either.
     */
    private List<Integer> parts(int parallelism) throws IOException {
        List<Integer> parts = log.parts(graph);
        for (int part = 0; part < parallelism; part++) {
            if (!parts.contains(part)) {
                throw new IOException(
                        "[TSP-3207] Cannot recover from write-ahead log: a part that was opened for"
                                + " writing is not listed, graph="
                                + graph
                                + ", part="
                                + part
                                + ", parallelism="
                                + parallelism
                                + ", listed="
                                + parts
                                + ", log="
                                + log
                                + ". The job's restarts try again; see that all processes see the"
                                + " same file system or brokers, and that nobody removes parts");
            }
        }
        return parts;
    }

    /**
     * Handles a part whose beginning cannot be read. Nothing in front of the segment begun at the
     * restored snapshot is needed, so damage there, such as the rest of a segment whose header is
     * gone, is passed over. It counts as a loss if that segment is not there, or may be mistaken
     * for another one of the same number.
     */
    private void checkBeginning(int part, LogCorruptedException damage, LogHistory history)
            throws LogCorruptedException {
        if (!history.hasNearRestoredSnapshot(part) || origin.takenMs() == Origin.UNKNOWN) {
            acceptLoss(damage);
            return;
        }
        LOG.warn(
                "[TSP-3217] Passed over the beginning of a part of the write-ahead log, which"
                        + " cannot be read and is not needed, as it is in front of the restored"
                        + " checkpoint, graph={}, part={}, checkpoint={}, cause={}",
                graph,
                part,
                origin.snapshot().id(),
                damage.getMessage());
    }

    private void checkExists(int part, LogHistory history) throws IOException {
        if (!history.hasRestoredSnapshot(part)) {
            acceptLoss(
                    history.isOfAnotherBranch()
                            ? messages.ofAnotherBranch(part)
                            : messages.missing(part));
        }
    }

    private void checkComplete(int part, LogHistory history) throws IOException {
        Segment oldest = history.deletedBefore(part);
        if (oldest != null) {
            acceptLoss(messages.deleted(part, oldest));
        }
        LogHistory.Loss loss = history.loss(part);
        if (loss != null) {
            acceptLoss(messages.incomplete(part, loss));
        }
    }

    /**
     * Reads the headers of all segments of a part. If loss is accepted, segments whose header
     * cannot be read are left out.
     *
     * @param gaps receives the positions behind which something cannot be read
     * @param beginnings receives, by part, why the beginning cannot be read, which may not be
     *     needed
     */
    private NavigableMap<Long, Segment> segments(
            int part, NavigableSet<Long> gaps, Map<Integer, LogCorruptedException> beginnings)
            throws IOException {
        NavigableMap<Long, Segment> segments = new TreeMap<>();
        try (LogReader reader = log.openReader(graph, part, LogReader.BEGINNING)) {
            TransactionReader transactions = new TransactionReader(reader);
            boolean more = true;
            while (more) {
                try {
                    more = transactions.nextSegment();
                    if (more) {
                        hasMarks |= transactions.header().cut() != null;
                        segments.put(reader.position(), Segment.of(transactions.header()));
                    }
                } catch (LogCorruptedException e) {
                    if (segments.isEmpty()) {
                        beginnings.putIfAbsent(part, e);
                        gaps.add(LogReader.BEGINNING);
                    } else {
                        acceptLoss(e);
                        gaps.add(segments.lastKey());
                    }
                }
            }
        }
        return segments;
    }

    /**
     * Reads a part from a position at which a segment begins to the end. If loss is accepted, what
     * cannot be read is skipped up to the next segment, and Flink's log tells which range was
     * skipped.
     */
    public void read(int part, long from, Receiver receiver) throws Exception {
        SkippedRange skipped = new SkippedRange(graph, part, from);
        LogReader opened;
        try {
            opened = log.openReader(graph, part, from);
        } catch (LogCorruptedException e) {
            acceptLoss(e);
            skipped.begin();
            skipped.endOfPart();
            return;
        }
        try (LogReader reader = opened) {
            TransactionReader transactions = new TransactionReader(reader, receiver::mark);
            boolean more = true;
            long torn = 0;
            while (more) {
                try {
                    more = transactions.nextSegment();
                    torn = warnOfTornBytes(part, reader, torn);
                    if (more) {
                        skipped.goOn(reader.place());
                        readSegment(reader, transactions, receiver, skipped);
                    }
                } catch (LogCorruptedException e) {
                    acceptLoss(e);
                    skipped.begin();
                }
            }
            skipped.endOfPart();
        }
    }

    private static void readSegment(
            LogReader reader,
            TransactionReader transactions,
            Receiver receiver,
            SkippedRange skipped)
            throws Exception {
        receiver.segment(transactions.header());
        LoggedTransaction transaction = transactions.next();
        while (transaction != null) {
            receiver.transaction(transactions.record(), transaction);
            skipped.repeated(reader.place(), transaction);
            transaction = transactions.next();
        }
    }

    /**
     * Warns of writes that what follows has shown to be unfinished.
     *
     * @return how many such bytes there were up to now
     */
    private long warnOfTornBytes(int part, LogReader reader, long before) {
        long bytes = reader.tornBytes();
        if (bytes > before) {
            LOG.warn(
                    "[TSP-3218] Left out unfinished writes at the end of a log segment, as a crash"
                        + " leaves them: nobody had seen their transactions, graph={}, part={}, {},"
                        + " bytes={}",
                    graph,
                    part,
                    reader.tornPlace(),
                    bytes - before);
        }
        return bytes;
    }

    private void acceptLoss(String message) throws LogCorruptedException {
        acceptLoss(new LogCorruptedException(message));
    }

    private void acceptLoss(LogCorruptedException damage) throws LogCorruptedException {
        if (!acceptsLoss) {
            throw new LogCorruptedException(
                    damage.getMessage()
                            + ". To go on without what is lost, set tspoon."
                            + graph
                            + ".log-accept-loss to true for this start",
                    damage);
        }
        LOG.error(
                "[TSP-3215] Lost part of a write-ahead log, as log-accept-loss allows: {}",
                damage.getMessage(),
                damage);
    }
}
