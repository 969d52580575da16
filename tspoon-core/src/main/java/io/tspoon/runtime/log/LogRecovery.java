/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogReader;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionReader;
import io.tspoon.log.WriteAheadLog;

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
 * <p>Whatever was logged after a snapshot continues one history, for every run repeats the log
 * before it begins anything. So all that follows is needed, of whichever run it is; the log itself
 * says where that begins, see {@link LogHistory}.
 */
public final class LogRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(LogRecovery.class);

    private static final String ADVICE_IF_FOREIGN =
            ". Start from the newest checkpoint or savepoint of that job (flink run"
                + " --fromSavepoint, or execution.state-recovery.path), or let Flink's high"
                + " availability start it again under its own id. If it never completed a"
                + " checkpoint, or what it logged does not matter, give the log another place, or"
                + " delete it";

    private static final String ADVICE_IF_OWN =
            ". It does not go on from what the job starts from now. If clocks of machines differ by"
                + " more than a minute, that may be why: set them right first. Else start from the"
                + " newest checkpoint or savepoint that was taken with it (flink run"
                + " --fromSavepoint, or execution.state-recovery.path); or, if what is in it does"
                + " not matter any more, give the log another place, or delete it";

    private static final String ADVICE_IF_OTHER_BRANCH =
            ". The job has taken one of this number at another time, after it was set back: give it"
                    + " the place of the log that was written with the restored one";

    /** Gets what is read. */
    public interface Receiver {
        /** A segment begins. */
        void segment(LogHeader header) throws Exception;

        /** A transaction of the segment. */
        void transaction(byte[] record, LoggedTransaction transaction) throws Exception;
    }

    private final WriteAheadLog log;
    private final String graph;
    private final Origin origin;
    private final boolean acceptsLoss;

    /**
     * @param log to read
     * @param graph name of the t-graph
     * @param origin what the job goes on from
     * @param acceptsLoss whether to go on where the log is damaged or gone
     */
    public LogRecovery(WriteAheadLog log, String graph, Origin origin, boolean acceptsLoss) {
        this.log = log;
        this.graph = graph;
        this.origin = origin;
        this.acceptsLoss = acceptsLoss;
    }

    /**
     * Refuses a log that the job must not go on with before anything is opened for writing, which
     * may shut another job out: that of another job where this one begins anew, and one that lacks
     * what follows another job's snapshot. Parts that cannot be read while their writers may live
     * are left to {@link #find}. So is the log of a job that has taken the snapshot itself: it is
     * its own, and before a writer that has died is shut out its part may be slow to read.
     *
     * @param mustExist the parts that were written when the snapshot was taken, as far as this
     *     coordinator has been told
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
            loseForeign(part, newest);
        }
    }

    /** What was begun long after the snapshot has that in front of it, if it is there at all. */
    private void checkFollows(int part) throws IOException {
        Segment newest = newestWithout(part, segment -> segment.beginsAt(origin));
        if (newest != null && newest.isBehind(origin)) {
            lose(missing(part));
        }
    }

    /**
     * Reads headers up to the first that is looked for.
     *
     * @return the last one; null if that is there, or not all can be read
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
                    "Cannot read write-ahead log yet; it is read again when no earlier run can"
                            + " write to it, graph={}, part={}, cause={}",
                    graph,
                    part,
                    e.toString());
            return null;
        }
    }

    /**
     * What the log holds beyond the snapshot.
     *
     * @param mustExist the parts that were written when the snapshot was taken, as far as this
     *     coordinator has been told
     * @param parallelism of this run, which has opened so many parts for writing
     */
    public LogHistory find(Set<Integer> mustExist, int parallelism) throws IOException {
        NavigableMap<Integer, NavigableMap<Long, Segment>> all = new TreeMap<>();
        Map<Integer, NavigableSet<Long>> gaps = new TreeMap<>();
        for (int part : parts(parallelism)) {
            NavigableSet<Long> gapsOfPart = new TreeSet<>();
            all.put(part, segments(part, gapsOfPart));
            gaps.put(part, gapsOfPart);
        }
        LogHistory history = new LogHistory(all, gaps, origin, acceptsLoss);
        for (int part : mustExist) {
            checkExists(part, history);
        }
        for (Map.Entry<Integer, NavigableMap<Long, Segment>> part : all.entrySet()) {
            checkComplete(part.getKey(), history);
            if (history.isForeign(part.getKey())) {
                loseForeign(part.getKey(), part.getValue().lastEntry().getValue());
            }
        }
        return history;
    }

    /** A list that lacks what was opened for writing is not to be believed in the rest either. */
    private List<Integer> parts(int parallelism) throws IOException {
        List<Integer> parts = log.parts(graph);
        for (int part = 0; part < parallelism; part++) {
            if (!parts.contains(part)) {
                throw new IOException(
                        "Cannot recover from write-ahead log: a part that was opened for writing is"
                                + " not listed, graph="
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

    private void checkExists(int part, LogHistory history) throws IOException {
        if (!history.hasRestoredSnapshot(part)) {
            lose(missing(part) + (history.isOfAnotherBranch() ? ADVICE_IF_OTHER_BRANCH : ""));
        }
    }

    private String missing(int part) {
        return "Cannot recover from write-ahead log: no segment begins at the restored checkpoint,"
                + " graph="
                + graph
                + ", part="
                + part
                + ", checkpoint="
                + origin.snapshot().id()
                + ", job="
                + origin.snapshot().job()
                + ", log="
                + log;
    }

    private void checkComplete(int part, LogHistory history) throws IOException {
        Segment oldest = history.deletedBefore(part);
        if (oldest != null) {
            lose(
                    "Cannot recover from write-ahead log: segments that the restored checkpoint"
                            + " needs were deleted, graph="
                            + graph
                            + ", part="
                            + part
                            + ", checkpoint="
                            + origin.snapshot().id()
                            + ", oldestCheckpoint="
                            + oldest.snapshot().id());
        }
        LogHistory.Loss loss = history.loss(part);
        if (loss != null) {
            lose(describe(part, loss));
        }
    }

    private String describe(int part, LogHistory.Loss loss) {
        Segment first = loss.first();
        return "Cannot recover all of write-ahead log: segments that the restored checkpoint may"
                + " need cannot be read or were deleted, graph="
                + graph
                + ", part="
                + part
                + ", checkpoint="
                + origin.snapshot().id()
                + ", lost behind="
                + (loss.after() == LogReader.BEGINNING ? "beginning" : loss.after())
                + ", skipped too="
                + loss.skipped()
                + ", repeated from="
                + (first == null
                        ? "nowhere"
                        : loss.from()
                                + " on ("
                                + first.beginning()
                                + " "
                                + first.snapshot().id()
                                + " of job "
                                + first.job()
                                + ")");
    }

    /**
     * Those whose headers cannot be read are left out, if that is accepted.
     *
     * @param gaps gets the positions behind which something cannot be read
     */
    private NavigableMap<Long, Segment> segments(int part, NavigableSet<Long> gaps)
            throws IOException {
        NavigableMap<Long, Segment> segments = new TreeMap<>();
        try (LogReader reader = log.openReader(graph, part, LogReader.BEGINNING)) {
            TransactionReader transactions = new TransactionReader(reader);
            boolean more = true;
            while (more) {
                try {
                    more = transactions.nextSegment();
                    if (more) {
                        segments.put(reader.position(), Segment.of(transactions.header()));
                    }
                } catch (LogCorruptedException e) {
                    lose(e);
                    gaps.add(segments.isEmpty() ? LogReader.BEGINNING : segments.lastKey());
                }
            }
        }
        return segments;
    }

    /** A job that begins without a log must not go on with one that does not follow. */
    private void loseForeign(int part, Segment newest) throws IOException {
        boolean isOwn = newest.job().equals(origin.job());
        lose(
                "Cannot begin write-ahead log: there is "
                        + (isOwn ? "an older one of this job" : "one of another job")
                        + ", graph="
                        + graph
                        + ", part="
                        + part
                        + ", job="
                        + newest.job()
                        + ", log="
                        + log
                        + (isOwn ? ADVICE_IF_OWN : ADVICE_IF_FOREIGN));
    }

    /**
     * Reads a part from a position, where a segment begins, to its end. What cannot be read is left
     * out up to the next segment, if that is accepted, and Flink's log tells from where to where.
     */
    public void read(int part, long from, Receiver receiver) throws Exception {
        SkippedRange skipped = new SkippedRange(graph, part, from);
        LogReader opened;
        try {
            opened = log.openReader(graph, part, from);
        } catch (LogCorruptedException e) {
            lose(e);
            skipped.begin();
            skipped.endOfPart();
            return;
        }
        try (LogReader reader = opened) {
            TransactionReader transactions = new TransactionReader(reader);
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
                    lose(e);
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

    /** What follows has told that they were unfinished; gives how many there were up to now. */
    private long warnOfTornBytes(int part, LogReader reader, long before) {
        long bytes = reader.tornBytes();
        if (bytes > before) {
            LOG.warn(
                    "Left out unfinished writes at the end of a log segment, as a crash leaves"
                            + " them: nobody had seen their transactions, graph={}, part={}, {},"
                            + " bytes={}",
                    graph,
                    part,
                    reader.tornPlace(),
                    bytes - before);
        }
        return bytes;
    }

    private void lose(String message) throws LogCorruptedException {
        lose(new LogCorruptedException(message));
    }

    private void lose(LogCorruptedException damage) throws LogCorruptedException {
        if (!acceptsLoss) {
            throw new LogCorruptedException(
                    damage.getMessage()
                            + ". To go on without what is lost, set tspoon."
                            + graph
                            + ".log-accept-loss to true for this start",
                    damage);
        }
        LOG.error(
                "Lost part of a write-ahead log, as log-accept-loss allows: {}",
                damage.getMessage(),
                damage);
    }
}
