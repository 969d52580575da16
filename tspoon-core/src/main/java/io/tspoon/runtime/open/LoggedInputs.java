/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.protocol.Transaction;
import io.tspoon.runtime.log.AwaitedInputs;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.InputDigest;
import io.tspoon.runtime.log.LogRecovery;
import io.tspoon.runtime.log.SegmentLedger;
import io.tspoon.runtime.plan.LogSettings;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the log adds to an open operator: decisions wait for it, segments begin and go with
 * checkpoints, and after a restore it is read back and inputs that it holds are dropped.
 *
 * <p>Confined to the mailbox thread.
 */
final class LoggedInputs<I> implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedInputs.class);

    private static final int SNAPSHOT_VERSION = 1;

    private final OpenPlan<I> plan;
    private final LogSettings settings;
    private final TaskInfo task;
    private final String job;
    private final LogRecovery.Snapshot restored;
    private final CommitLog log;
    private final AwaitedInputs awaited;
    private final SegmentLedger ledger;
    private final @Nullable InputDigest<I> digest;
    private final ArrayDeque<DecisionBatch> held = new ArrayDeque<>();

    /** Parts in the snapshot, as far as this coordinator got their entries. */
    private final Set<Integer> restoredParts = new HashSet<>();

    /** What may still be restored of earlier runs, which may have had more parts. */
    private Set<Long> inherited = Set.of();

    private boolean deletesPartsOfOthers;
    private boolean recovered;

    /**
     * @param plan of the open operator
     * @param settings of the log
     * @param task the instance
     * @param job id of the job
     * @param restored what it was restored from
     * @param log of the coordinator; no writer of an earlier run can write to it any more
     */
    LoggedInputs(
            OpenPlan<I> plan,
            LogSettings settings,
            TaskInfo task,
            String job,
            LogRecovery.Snapshot restored,
            CommitLog log) {
        this.plan = plan;
        this.settings = settings;
        this.task = task;
        this.job = job;
        this.restored = restored;
        this.log = log;
        this.awaited =
                new AwaitedInputs(
                        task.getIndexOfThisSubtask(),
                        task.getNumberOfParallelSubtasks(),
                        plan.spread(),
                        plan.transactionKey() != null);
        this.ledger =
                new SegmentLedger(settings.retainedCheckpoints(), settings.retainedSavepoints());
        this.digest =
                plan.transactionKey() == null ? new InputDigest<>(plan.inputSerializer()) : null;
    }

    CommitLog log() {
        return log;
    }

    AwaitedInputs awaited() {
        return awaited;
    }

    // ------------------------------------------------------------------ decisions

    /** Keeps a batch until it is durable. */
    void hold(DecisionBatch batch) {
        held.add(batch);
    }

    /** The next batch whose decisions may go out; null if there is none for now. */
    @Nullable DecisionBatch pollDurable() {
        DecisionBatch head = held.peek();
        return head != null && head.ticket() <= log.durable() ? held.poll() : null;
    }

    // ------------------------------------------------------------------ recovery

    boolean isRecovered() {
        return recovered;
    }

    /**
     * Reads the log and sends on what is in it; called when no earlier run can write to it.
     *
     * @return how many milliseconds that took
     */
    long recover(Replay replay) throws Exception {
        long start = System.nanoTime();
        int coordinator = task.getIndexOfThisSubtask();
        int parallelism = task.getNumberOfParallelSubtasks();
        String graph = plan.settings().graph();
        LogRecovery recovery =
                new LogRecovery(settings.log(), graph, job, restored, settings.acceptsLoss());
        List<LogRecovery.Part> parts = recovery.find(restoredParts);
        long begin = Long.MAX_VALUE;
        for (LogRecovery.Part part : parts) {
            replay.beginPart(part.index() % parallelism == coordinator);
            recovery.read(part, replay);
            begin = part.index() == coordinator ? part.position() : begin;
        }
        long transactions = replay.end();
        long ms = (System.nanoTime() - start) / 1_000_000;
        LOG.info(
                "Recovered from write-ahead log, graph={}, coordinator={}, checkpoint={}, parts={},"
                        + " transactions={}, ms={}",
                graph,
                coordinator,
                restored.id(),
                parts.size(),
                transactions,
                ms);
        long position =
                log.roll(header(LogHeader.Beginning.RUN, restored.id(), restored.job(), List.of()));
        if (restored.id() != LogRecovery.NO_CHECKPOINT) {
            // The same job goes on from its checkpoints only, another one may from a savepoint.
            boolean isCheckpoint = restored.job().equals(job);
            ledger.restored(restored.id(), Math.min(begin, position), isCheckpoint);
        }
        inherited = ledger.snapshots();
        deletesPartsOfOthers = true;
        recovered = true;
        return ms;
    }

    // ------------------------------------------------------------------ inputs

    /** What is known of an input that an earlier run has logged already; null for a new one. */
    @Nullable InputIdentity claim(I element, String key) throws IOException {
        if (awaited.isEmpty()) {
            return null;
        }
        InputIdentity input = identify(element, key);
        return awaited.claim(input) ? input : null;
    }

    /** Whether the other coordinators must hear that an input came. */
    boolean isKnownElsewhere() {
        return digest == null && task.getNumberOfParallelSubtasks() > 1;
    }

    /** Inputs came to other coordinators. */
    void claimed(List<InputIdentity> inputs) {
        inputs.forEach(awaited::claim);
    }

    /** Tells by what the transaction's input will be known again. */
    void identify(Transaction<I> transaction, I element) throws IOException {
        if (digest != null) {
            InputIdentity input = digest.of(element);
            transaction.content(input.contentHigh(), input.contentLow());
        }
    }

    private InputIdentity identify(I element, String key) throws IOException {
        return digest == null ? InputIdentity.ofKey(key) : digest.of(element);
    }

    // ------------------------------------------------------------------ checkpoints

    /** Begins the segment of a snapshot; nothing is in flight. */
    void roll(long snapshot) throws IOException {
        long position =
                log.roll(
                        header(
                                LogHeader.Beginning.CHECKPOINT,
                                snapshot,
                                job,
                                awaited.carriedOver()));
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
        int parallelism = task.getNumberOfParallelSubtasks();
        for (int part : settings.log().parts(graph)) {
            if (part >= parallelism && part % parallelism == task.getIndexOfThisSubtask()) {
                try (LogWriter writer = settings.log().openWriter(graph, part, this::notDeleted)) {
                    writer.deleteBefore(Long.MAX_VALUE);
                }
            }
        }
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
                        digest == null
                                ? LogHeader.Identification.KEY
                                : LogHeader.Identification.CONTENT,
                        stillAwaited,
                        states,
                        LoggedSerializer.of(plan.elementSerializer()))
                .encode();
    }

    @Override
    public void close() throws IOException {
        log.close();
    }
}
