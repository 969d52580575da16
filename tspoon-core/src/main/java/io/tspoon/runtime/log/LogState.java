/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LoggedSerializer;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The part of an open operator's snapshot that concerns the log: who wrote the log, and which of
 * its segments are needed. Confined to the mailbox thread.
 */
@Internal
public final class LogState {
    /**
     * Keys in the broadcast state. This one is for the job that took the snapshot, see {@link
     * Origin}.
     */
    private static final String WRITER = "job";

    private static final String IS_SAVEPOINT = "isSavepoint";
    private static final String STOPS_JOB = "stopsJob";
    private static final String TAKEN_MS = "takenMs";
    private static final String WITHIN_MS = "withinMs";
    private static final String PARTS = "parts";
    private static final String INPUT_TYPE = "inputType";

    /**
     * Keys as well: the job that took the snapshot if it had no log, and the time at which it did.
     */
    private static final String WITHOUT_LOG = "jobWithoutLog";

    private static final String WITHOUT_LOG_MS = "takenMsWithoutLog";

    private final long timeoutMs;
    private final @Nullable LoggedSerializer inputType;
    private final OptionalLong restoredCheckpoint;
    private final ListState<byte[]> segments;
    private final BroadcastState<String, String> writer;

    /**
     * Completed checkpoints, with their jobs and numbers as keys. Flink takes this state from any
     * one of the coordinators, each of which knows some of the checkpoints.
     */
    private final BroadcastState<Tuple2<String, Long>, Boolean> checkpoints;

    /** The kept savepoints in the same form; all coordinators keep the same ones. */
    private final BroadcastState<Tuple2<String, Long>, Boolean> savepoints;

    /**
     * @param context context of the operator
     * @param timeoutMs how long Flink waits for a snapshot
     * @param inputType the type of the inputs if the t-graph knows them by their bytes; else null
     */
    public LogState(
            StateInitializationContext context,
            long timeoutMs,
            @Nullable LoggedSerializer inputType)
            throws Exception {
        this.timeoutMs = timeoutMs;
        this.inputType = inputType;
        restoredCheckpoint = context.getRestoredCheckpointId();
        OperatorStateStore store = context.getOperatorStateStore();
        segments =
                store.getListState(
                        new ListStateDescriptor<>(
                                "log-segments",
                                PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        writer =
                store.getBroadcastState(
                        new MapStateDescriptor<>("log-writer", Types.STRING, Types.STRING));
        checkpoints = snapshots(store, "log-checkpoints");
        savepoints = snapshots(store, "log-savepoints");
    }

    private static BroadcastState<Tuple2<String, Long>, Boolean> snapshots(
            OperatorStateStore store, String name) throws Exception {
        return store.getBroadcastState(
                new MapStateDescriptor<>(
                        name, Types.TUPLE(Types.STRING, Types.LONG), Types.BOOLEAN));
    }

    /**
     * What the run goes on from.
     *
     * @param job id of the job
     */
    public Origin origin(String job) throws Exception {
        if (restoredCheckpoint.isEmpty()) {
            return Origin.of(job, new Snapshot(Snapshot.NONE, ""));
        }
        long id = restoredCheckpoint.getAsLong();
        String withoutLog = writer.get(WITHOUT_LOG);
        if (withoutLog != null) {
            long takenMs = Long.parseLong(writer.get(WITHOUT_LOG_MS));
            return Origin.withoutLog(job, id, withoutLog, takenMs);
        }
        String writtenBy = writer.get(WRITER);
        String takenMs = writer.get(TAKEN_MS);
        Snapshot snapshot = new Snapshot(id, writtenBy == null ? "" : writtenBy);
        return takenMs == null
                ? Origin.of(job, snapshot)
                : known(job, snapshot, Long.parseLong(takenMs));
    }

    private Origin known(String job, Snapshot snapshot, long takenMs) throws Exception {
        boolean isSavepoint = Boolean.parseBoolean(writer.get(IS_SAVEPOINT));
        int parts = Integer.parseInt(writer.get(PARTS));
        String withinMs = writer.get(WITHIN_MS);
        return withinMs == null
                ? new Origin(job, snapshot, isSavepoint, takenMs, parts)
                : new Origin(job, snapshot, isSavepoint, takenMs, Long.parseLong(withinMs), parts);
    }

    /**
     * Whether the job that took the snapshot has gone on after it, and its log with it. Only a
     * savepoint that stops the job ends both. Earlier builds did not store which savepoints do, so
     * each savepoint of theirs counts as one that does.
     */
    boolean hasGoneOn() throws Exception {
        String ended = writer.get(writer.contains(STOPS_JOB) ? STOPS_JOB : IS_SAVEPOINT);
        return restoredCheckpoint.isPresent()
                && writer.contains(TAKEN_MS)
                && !Boolean.parseBoolean(ended);
    }

    /**
     * The type of the inputs that the log knows by their bytes; null if inputs are known by keys,
     * or if an earlier build took the snapshot.
     */
    @Nullable LoggedSerializer inputType() throws Exception {
        String bytes = writer.get(INPUT_TYPE);
        return bytes == null ? null : new LoggedSerializer(Base64.getDecoder().decode(bytes));
    }

    /**
     * The entries that {@link LogSegments#entry} has returned, of this coordinator and perhaps of
     * others.
     */
    public List<PartEntry> entries() throws Exception {
        List<PartEntry> all = new ArrayList<>();
        for (byte[] entry : segments.get()) {
            all.add(PartEntry.decode(entry));
        }
        return all;
    }

    /**
     * The set that {@link LogSegments#checkpoints} has returned; empty if an earlier build took the
     * snapshot.
     */
    public Set<Snapshot> checkpoints() throws Exception {
        // Flink also carries this state through an older build, which does not update it.
        return writer.contains(WITHIN_MS) ? read(checkpoints) : Set.of();
    }

    /** The set that {@link LogSegments#savepoints} has returned. */
    public Set<Snapshot> savepoints() throws Exception {
        return read(savepoints);
    }

    private static Set<Snapshot> read(BroadcastState<Tuple2<String, Long>, Boolean> state)
            throws Exception {
        Set<Snapshot> all = new HashSet<>();
        for (Map.Entry<Tuple2<String, Long>, Boolean> entry : state.immutableEntries()) {
            all.add(new Snapshot(entry.getKey().f1, entry.getKey().f0));
        }
        return all;
    }

    private static void write(
            BroadcastState<Tuple2<String, Long>, Boolean> state, Set<Snapshot> snapshots)
            throws Exception {
        state.clear();
        for (Snapshot snapshot : snapshots) {
            state.put(Tuple2.of(snapshot.job(), snapshot.id()), true);
        }
    }

    /**
     * Writes the state of a job that has a log.
     *
     * @param log log of the coordinator, whose segment of the snapshot has begun
     */
    public void update(LogSegments log) throws Exception {
        Origin taken = log.taken();
        segments.update(List.of(log.entry().encode()));
        writer.clear();
        writer.put(WRITER, taken.job());
        writer.put(IS_SAVEPOINT, Boolean.toString(taken.isSavepoint()));
        writer.put(STOPS_JOB, Boolean.toString(log.stopsJob()));
        writer.put(TAKEN_MS, Long.toString(taken.takenMs()));
        writer.put(WITHIN_MS, Long.toString(timeoutMs));
        writer.put(PARTS, Integer.toString(taken.parts()));
        if (inputType != null) {
            writer.put(INPUT_TYPE, Base64.getEncoder().encodeToString(inputType.snapshot()));
        }
        write(checkpoints, log.checkpoints());
        write(savepoints, log.savepoints());
    }

    /**
     * Writes the state of a job that has no log. A later job may have one, and must be able to tell
     * the runs that go on from this snapshot from those that go on from another one with the same
     * number.
     *
     * @param job id of the job
     */
    public void updateWithoutLog(String job) throws Exception {
        segments.clear();
        writer.clear();
        writer.put(WITHOUT_LOG, job);
        writer.put(WITHOUT_LOG_MS, Long.toString(System.currentTimeMillis()));
        checkpoints.clear();
        savepoints.clear();
    }
}
