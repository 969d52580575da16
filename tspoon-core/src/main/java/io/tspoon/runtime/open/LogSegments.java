/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.log.SegmentLedger;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The segments of a coordinator's part of the log: they begin with runs and checkpoints, and go
 * when no snapshot needs them.
 *
 * <p>Confined to the mailbox thread.
 */
final class LogSegments {
    private static final Logger LOG = LoggerFactory.getLogger(LogSegments.class);

    private static final int SNAPSHOT_VERSION = 1;

    private final OpenPlan<?> plan;
    private final LogSettings settings;
    private final TaskInfo task;
    private final String job;
    private final CommitLog log;
    private final SegmentLedger ledger;

    /** Parts in the restored snapshot, as far as this coordinator got their entries. */
    private final Set<Integer> restoredParts = new HashSet<>();

    /** What may still be restored of earlier runs, which may have had more parts. */
    private Set<Long> inherited = Set.of();

    private boolean deletesPartsOfOthers;

    /**
     * @param plan of the open operator
     * @param settings of the log
     * @param task the instance
     * @param job id of the job
     * @param log of the coordinator; no writer of an earlier run can write to it any more
     */
    LogSegments(OpenPlan<?> plan, LogSettings settings, TaskInfo task, String job, CommitLog log) {
        this.plan = plan;
        this.settings = settings;
        this.task = task;
        this.job = job;
        this.log = log;
        this.ledger =
                new SegmentLedger(settings.retainedCheckpoints(), settings.retainedSavepoints());
    }

    Set<Integer> restoredParts() {
        return restoredParts;
    }

    /**
     * Begins the first segment of this run, when the log was read.
     *
     * @param restored what the job was restored from
     * @param begin where what the snapshot needs of this coordinator's part begins
     */
    void beginRun(LogRecovery.Snapshot restored, long begin) throws IOException {
        long position =
                log.roll(header(LogHeader.Beginning.RUN, restored.id(), restored.job(), List.of()));
        if (restored.id() != LogRecovery.NO_CHECKPOINT) {
            // The same job goes on from its checkpoints only, another one may from a savepoint.
            boolean isCheckpoint = restored.job().equals(job);
            ledger.restored(restored.id(), Math.min(begin, position), isCheckpoint);
        }
        inherited = ledger.snapshots();
        deletesPartsOfOthers = true;
    }

    /** Begins the segment of a snapshot; nothing is in flight. */
    void roll(long snapshot, List<InputIdentity> stillAwaited) throws IOException {
        long position =
                log.roll(header(LogHeader.Beginning.CHECKPOINT, snapshot, job, stillAwaited));
        ledger.begun(snapshot, position);
    }

    void completed(long checkpoint) throws IOException {
        long oldestNeeded = ledger.completed(checkpoint);
        if (oldestNeeded != SegmentLedger.ALL_NEEDED) {
            log.deleteBefore(oldestNeeded);
            if (deletesPartsOfOthers && !ledger.keepsAny(inherited)) {
                deletePartsOfOthers();
                deletesPartsOfOthers = false;
            }
        }
    }

    /** No snapshot needs what earlier runs of higher parallelism wrote. */
    private void deletePartsOfOthers() throws IOException {
        String graph = plan.settings().graph();
        for (int part : partsOfOthers(settings, graph, task)) {
            try (LogWriter writer = settings.log().openWriter(graph, part, this::notDeleted)) {
                writer.deleteBefore(Long.MAX_VALUE);
            }
        }
    }

    /** Parts of a run of higher parallelism that this coordinator takes care of. */
    static List<Integer> partsOfOthers(LogSettings settings, String graph, TaskInfo task)
            throws IOException {
        int parallelism = task.getNumberOfParallelSubtasks();
        return settings.log().parts(graph).stream()
                .filter(part -> part >= parallelism)
                .filter(part -> part % parallelism == task.getIndexOfThisSubtask())
                .toList();
    }

    private void notDeleted(Throwable cause) {
        LOG.warn(
                "Cannot delete old log segments: {}, graph={}. They take room, nothing else; the"
                        + " next start of the job tries again",
                cause.toString(),
                plan.settings().graph(),
                cause);
    }

    void aborted(long checkpoint) {
        ledger.aborted(checkpoint);
    }

    /** The segments that savepoints need, for the state of the operator. */
    byte[] snapshot() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeByte(SNAPSHOT_VERSION);
        out.writeInt(task.getIndexOfThisSubtask());
        List<SegmentLedger.Kept> kept = ledger.kept();
        out.writeInt(kept.size());
        for (SegmentLedger.Kept entry : kept) {
            out.writeLong(entry.snapshot());
            out.writeLong(entry.position());
        }
        return out.getCopyOfBuffer();
    }

    /** Takes over what {@link #snapshot} wrote; another part's entry only says that it exists. */
    void restore(byte[] snapshot) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(snapshot);
        int version = in.readByte();
        if (version != SNAPSHOT_VERSION) {
            throw new IOException(
                    "Cannot restore open operator: unknown version of its state, version="
                            + version
                            + ". Use a newer tspoon");
        }
        int part = in.readInt();
        restoredParts.add(part);
        List<SegmentLedger.Kept> kept = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            kept.add(new SegmentLedger.Kept(in.readLong(), in.readLong()));
        }
        if (part == task.getIndexOfThisSubtask()) {
            ledger.restore(kept);
        }
    }

    private byte[] header(
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
                        LoggedSerializer.of(plan.elementSerializer()))
                .encode();
    }
}
