/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.flink.operator.UnalignedSnapshots;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.runtime.plan.OpenPlan;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The segments of a coordinator's part of the log. A segment begins with each run and each
 * snapshot, and is deleted when no snapshot needs it any more.
 *
 * <p>Confined to the mailbox thread. Which snapshots need a segment: ADR 0026.
 */
@Internal
public final class LogSegments implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LogSegments.class);

    private final OpenPlan<?> plan;
    private final TaskInfo task;
    private final String job;
    private final CommitLog log;
    private final SegmentLedger ledger;
    private final OldParts oldParts;

    /** The parts in the restored snapshot that were assigned to this coordinator. */
    private final Map<Integer, PartEntry> restored = new HashMap<>();

    /** Checkpoints that were complete when the restored snapshot was taken. */
    private final Set<Snapshot> restoredCheckpoints = new HashSet<>();

    /** Savepoints that were kept when the restored snapshot was taken. */
    private final Set<Snapshot> restoredSavepoints = new HashSet<>();

    private LogHeader.@Nullable Cut ofSnapshots;
    private @Nullable Origin taken;
    private boolean stopsJob;

    /** The number of inputs that were awaited at the last snapshot. */
    private int awaited;

    private boolean runBegun;

    /**
     * @param plan plan of the open operator
     * @param task the instance
     * @param job id of the job
     * @param log log of the coordinator; no writer of an earlier run can write to it any more
     * @param ledger ledger of the job, empty
     * @param oldParts already shut; closed together with this object
     */
    public LogSegments(
            OpenPlan<?> plan,
            TaskInfo task,
            String job,
            CommitLog log,
            SegmentLedger ledger,
            OldParts oldParts) {
        this.plan = plan;
        this.task = task;
        this.job = job;
        this.log = log;
        this.ledger = ledger;
        this.oldParts = oldParts;
    }

    /** The part will have marks, see {@link io.tspoon.log.LogMark}. To be said before it begins. */
    public void haveMarks() {
        ofSnapshots = LogHeader.Cut.NOTHING;
    }

    public Set<Integer> restoredParts() {
        return restored.keySet();
    }

    /**
     * Logs which inputs nobody awaits any more. A loss that was not accepted has been refused
     * before.
     */
    public void logLostInputs(LogHistory history) {
        for (PartEntry entry : restored.values()) {
            if (entry.awaited() > 0 && !history.hasRestoredSnapshot(entry.part())) {
                LOG.error(
                        "[TSP-3224] Lost logged inputs that the source had not given again, as"
                            + " log-accept-loss allows: what comes again is executed a second time,"
                            + " graph={}, part={}, inputs={}",
                        plan.settings().graph(),
                        entry.part(),
                        entry.awaited());
            }
        }
    }

    /**
     * Begins the first segment of this run, after the log was read.
     *
     * @param origin what the run goes on from
     * @param history what the log holds behind that
     * @param cut what does not count of that; null if the log has no marks
     */
    public void beginRun(Origin origin, LogHistory history, LogHeader.@Nullable Cut cut)
            throws IOException {
        int part = task.getIndexOfThisSubtask();
        Snapshot from = origin.snapshot();
        long run =
                log.roll(
                        header(LogHeader.Beginning.RUN, from.id(), from.job(), List.of())
                                .with(cut)
                                .encode());
        ledger.runBegins(run);
        long begin = history.starts().getOrDefault(part, run);
        Set<Snapshot> savepoints = savepoints(from, history);
        for (Snapshot checkpoint : restoredCheckpoints) {
            ledger.restored(checkpoint, history.position(part, checkpoint, run));
        }
        if (origin.isSavepoint()) {
            savepoints.add(from);
        } else if (from.id() != Snapshot.NONE) {
            ledger.restored(from, begin);
        }
        for (Snapshot savepoint : history.inOrder(savepoints)) {
            boolean isRestored = origin.isSavepoint() && savepoint.equals(from);
            ledger.inherited(
                    savepoint, isRestored ? begin : history.position(part, savepoint, run));
        }
        runBegun = true;
    }

    /**
     * The savepoints that were kept when the restored snapshot was taken, and those taken after it.
     */
    private Set<Snapshot> savepoints(Snapshot from, LogHistory history) {
        Set<Snapshot> savepoints = new HashSet<>(restoredSavepoints);
        for (PartEntry entry : restored.values()) {
            for (long position : entry.savepoints()) {
                Snapshot savepoint = history.snapshotAt(entry.part(), position);
                if (savepoint != null && !savepoint.equals(from)) {
                    savepoints.add(savepoint);
                }
            }
        }
        savepoints.addAll(history.laterSavepoints());
        return savepoints;
    }

    /**
     * Begins the segment of a snapshot. Nothing is in flight.
     *
     * @return false if its header cannot hold that many inputs; then nothing was done
     */
    public boolean roll(long snapshot, SnapshotType type, List<InputIdentity> stillAwaited)
            throws IOException {
        boolean isSavepoint = type.isSavepoint();
        LogHeader.Beginning beginning =
                isSavepoint ? LogHeader.Beginning.SAVEPOINT : LogHeader.Beginning.CHECKPOINT;
        Optional<byte[]> header =
                header(beginning, snapshot, job, stillAwaited)
                        .with(ofSnapshots)
                        .encode(log.maxHeaderBytes());
        if (header.isEmpty()) {
            return false;
        }
        ledger.begun(snapshot, log.roll(header.get()), isSavepoint);
        awaited = stillAwaited.size();
        stopsJob = UnalignedSnapshots.stopsJob(type);
        taken =
                new Origin(
                        job,
                        new Snapshot(snapshot, job),
                        isSavepoint,
                        System.currentTimeMillis(),
                        task.getNumberOfParallelSubtasks());
        return true;
    }

    /** The snapshot begun last, in the form in which a run would go on from it. */
    Origin taken() {
        return Objects.requireNonNull(taken, "no snapshot was begun");
    }

    /** Whether the snapshot begun last stops the job. */
    boolean stopsJob() {
        return stopsJob;
    }

    public void completed(long checkpoint) throws IOException {
        long oldestNeeded = ledger.completed(checkpoint);
        if (oldestNeeded != SegmentLedger.ALL_NEEDED) {
            log.deleteBefore(oldestNeeded);
            if (runBegun && !ledger.keepsEarlierOnes()) {
                oldParts.delete();
            }
        }
    }

    public void aborted(long checkpoint) {
        ledger.aborted(checkpoint);
    }

    /** Ends a deletion that is under way; the next run continues it. */
    @Override
    public void close() {
        oldParts.close();
    }

    /** The entry for this part in the state of the operator. */
    PartEntry entry() {
        return new PartEntry(task.getIndexOfThisSubtask(), awaited, List.of());
    }

    /** Savepoints whose segments are kept, by this coordinator and all others. */
    public Set<Snapshot> savepoints() {
        return ledger.savepoints();
    }

    /**
     * Completed checkpoints whose segments are kept. Coordinators learn of them one by one, so
     * their sets may differ.
     */
    public Set<Snapshot> checkpoints() {
        return ledger.checkpoints();
    }

    /** Restores the sets that {@link #checkpoints} and {@link #savepoints} have returned. */
    public void restore(Set<Snapshot> checkpoints, Set<Snapshot> savepoints) {
        restoredCheckpoints.addAll(checkpoints);
        restoredSavepoints.addAll(savepoints);
    }

    /** Restores an entry that {@link #entry} has returned, perhaps to another coordinator. */
    public void restore(PartEntry entry) {
        restored.put(entry.part(), entry);
    }

    private LogHeader header(
            LogHeader.Beginning beginning,
            long checkpoint,
            String checkpointJob,
            List<InputIdentity> stillAwaited)
            throws IOException {
        List<LoggedState> states = new ArrayList<>();
        for (StateColumns state : plan.states()) {
            states.add(
                    new LoggedState(
                            state.name(),
                            LoggedSerializer.of(state.keySerializer()),
                            LoggedSerializer.of(state.valueSerializer())));
        }
        TypeSerializer<?> inputs = plan.returnedInputs();
        return new LogHeader(
                        plan.settings().graph(),
                        task.getIndexOfThisSubtask(),
                        job,
                        beginning,
                        checkpoint,
                        checkpointJob,
                        System.currentTimeMillis(),
                        LoggedInputs.identification(plan),
                        stillAwaited,
                        states,
                        LoggedSerializer.of(plan.elementSerializer()))
                .returning(inputs == null ? null : LoggedSerializer.of(inputs));
    }
}
