/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.flink.operator.CheckpointSettings;
import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.LogHistory;
import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.SegmentLedger;
import io.tspoon.runtime.log.Snapshot;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The segments of a coordinator's part of the log: they begin with runs and checkpoints, and go
 * when no snapshot needs them.
 *
 * <p>Confined to the mailbox thread.
 */
final class LogSegments implements Closeable {
    private static final int SNAPSHOT_VERSION = 2;

    /** With the savepoints that are kept and where they begin, in each coordinator's entry. */
    private static final int SNAPSHOT_VERSION_WITH_POSITIONS = 1;

    private final OpenPlan<?> plan;
    private final TaskInfo task;
    private final String job;
    private final CommitLog log;
    private final SegmentLedger ledger;
    private final OldParts oldParts;

    /** Parts in the restored snapshot, as far as this coordinator got their entries. */
    private final Set<Integer> restoredParts = new HashSet<>();

    /** Savepoints that were kept when the restored snapshot was taken. */
    private final Set<Snapshot> restoredSavepoints = new HashSet<>();

    /** The same, by an earlier version: where their segments begin. */
    private final List<Place> restoredPlaces = new ArrayList<>();

    private @Nullable Origin taken;
    private boolean runBegun;

    private record Place(int part, long position) {}

    /**
     * @param plan of the open operator
     * @param settings of the log
     * @param checkpoints how Flink takes them
     * @param task the instance
     * @param job id of the job
     * @param log of the coordinator; no writer of an earlier run can write to it any more
     */
    LogSegments(
            OpenPlan<?> plan,
            LogSettings settings,
            CheckpointSettings checkpoints,
            TaskInfo task,
            String job,
            CommitLog log) {
        this.plan = plan;
        this.task = task;
        this.job = job;
        this.log = log;
        this.ledger =
                new SegmentLedger(
                        job,
                        Math.max(settings.retainedCheckpoints(), checkpoints.retained()),
                        settings.retainedSavepoints(),
                        checkpoints.mostConcurrent());
        this.oldParts = new OldParts(settings.log(), plan.settings().graph(), task);
    }

    Set<Integer> restoredParts() {
        return restoredParts;
    }

    /**
     * Begins the first segment of this run, when the log was read.
     *
     * @param origin what the run goes on from
     * @param history what the log holds beyond that
     */
    void beginRun(Origin origin, LogHistory history) throws IOException {
        int part = task.getIndexOfThisSubtask();
        Snapshot restored = origin.snapshot();
        long run =
                log.roll(
                        header(LogHeader.Beginning.RUN, restored.id(), restored.job(), List.of())
                                .encode());
        ledger.runBegins(run);
        long begin = history.starts().getOrDefault(part, run);
        Set<Snapshot> savepoints = savepoints(restored, history);
        if (origin.isSavepoint()) {
            savepoints.add(restored);
        } else if (restored.id() != Snapshot.NONE) {
            ledger.restored(restored.id(), begin);
        }
        for (Snapshot savepoint : history.inOrder(savepoints)) {
            boolean isRestored = origin.isSavepoint() && savepoint.equals(restored);
            ledger.inherited(
                    savepoint, isRestored ? begin : history.position(part, savepoint, run));
        }
        runBegun = true;
    }

    /** Those that were kept when the restored snapshot was taken, and those taken after it. */
    private Set<Snapshot> savepoints(Snapshot restored, LogHistory history) {
        Set<Snapshot> savepoints = new HashSet<>(restoredSavepoints);
        for (Place place : restoredPlaces) {
            Snapshot savepoint = history.snapshotAt(place.part(), place.position());
            if (savepoint != null && !savepoint.equals(restored)) {
                savepoints.add(savepoint);
            }
        }
        savepoints.addAll(history.laterSavepoints());
        return savepoints;
    }

    /**
     * Begins the segment of a snapshot; nothing is in flight.
     *
     * @return false if its header cannot hold so many inputs: then nothing was done
     */
    boolean roll(long snapshot, boolean isSavepoint, List<InputIdentity> stillAwaited)
            throws IOException {
        LogHeader.Beginning beginning =
                isSavepoint ? LogHeader.Beginning.SAVEPOINT : LogHeader.Beginning.CHECKPOINT;
        Optional<byte[]> header =
                header(beginning, snapshot, job, stillAwaited).encode(log.maxHeaderBytes());
        if (header.isEmpty()) {
            return false;
        }
        ledger.begun(snapshot, log.roll(header.get()), isSavepoint);
        taken =
                new Origin(
                        job,
                        new Snapshot(snapshot, job),
                        isSavepoint,
                        System.currentTimeMillis(),
                        task.getNumberOfParallelSubtasks());
        return true;
    }

    /** The snapshot that was begun last, as a run would go on from it. */
    Origin taken() {
        return Objects.requireNonNull(taken, "no snapshot was begun");
    }

    void completed(long checkpoint) throws IOException {
        long oldestNeeded = ledger.completed(checkpoint);
        if (oldestNeeded != SegmentLedger.ALL_NEEDED) {
            log.deleteBefore(oldestNeeded);
            if (runBegun && !ledger.keepsEarlierOnes()) {
                oldParts.delete();
            }
        }
    }

    void aborted(long checkpoint) {
        ledger.aborted(checkpoint);
    }

    /** Ends a deletion that is under way; the next run goes on with it. */
    @Override
    public void close() {
        oldParts.close();
    }

    /** That the part exists, for the state of the operator. */
    byte[] snapshot() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(5);
        out.writeByte(SNAPSHOT_VERSION);
        out.writeInt(task.getIndexOfThisSubtask());
        return out.getCopyOfBuffer();
    }

    /** Savepoints whose segments are kept, by this coordinator and all others. */
    Set<Snapshot> savepoints() {
        return ledger.savepoints();
    }

    /** Takes over what {@link #savepoints} gave. */
    void restore(Set<Snapshot> savepoints) {
        restoredSavepoints.addAll(savepoints);
    }

    /** Takes over what {@link #snapshot} wrote, maybe for another coordinator. */
    void restore(byte[] snapshot) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(snapshot);
        int version = in.readByte();
        if (version != SNAPSHOT_VERSION && version != SNAPSHOT_VERSION_WITH_POSITIONS) {
            throw new IOException(
                    "Cannot restore open operator: unknown version of its state, version="
                            + version
                            + ". Use a newer tspoon");
        }
        int part = in.readInt();
        restoredParts.add(part);
        int count = version == SNAPSHOT_VERSION_WITH_POSITIONS ? in.readInt() : 0;
        for (int i = 0; i < count; i++) {
            in.readLong(); // the number of a savepoint, but not whose
            restoredPlaces.add(new Place(part, in.readLong()));
        }
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
                LoggedSerializer.of(plan.elementSerializer()));
    }
}
