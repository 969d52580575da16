/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.log.Origin;
import io.tspoon.runtime.log.Snapshot;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a snapshot of an open operator says of the log: who wrote it, and which of its segments are
 * needed. Confined to the mailbox thread.
 */
final class LogState {
    /** Keys in the broadcast state: the job that took the snapshot, see {@link Origin}. */
    private static final String WRITER = "job";

    private static final String IS_SAVEPOINT = "isSavepoint";
    private static final String TAKEN_MS = "takenMs";
    private static final String PARTS = "parts";

    /** Keys as well: the job that took the snapshot if it had no log, and when. */
    private static final String WITHOUT_LOG = "jobWithoutLog";

    private static final String WITHOUT_LOG_MS = "takenMsWithoutLog";

    private final OptionalLong restoredCheckpoint;
    private final ListState<byte[]> segments;
    private final BroadcastState<String, String> writer;

    /** Jobs and numbers of savepoints, as keys; of whichever coordinator, for all keep the same. */
    private final BroadcastState<Tuple2<String, Long>, Boolean> savepoints;

    LogState(StateInitializationContext context) throws Exception {
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
        savepoints =
                store.getBroadcastState(
                        new MapStateDescriptor<>(
                                "log-savepoints",
                                Types.TUPLE(Types.STRING, Types.LONG),
                                Types.BOOLEAN));
    }

    /**
     * What the run goes on from.
     *
     * @param job id of the job
     */
    Origin origin(String job) throws Exception {
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
                : new Origin(
                        job,
                        snapshot,
                        Boolean.parseBoolean(writer.get(IS_SAVEPOINT)),
                        Long.parseLong(takenMs),
                        Integer.parseInt(writer.get(PARTS)));
    }

    /** Whether the job that wrote a log is gone on with from a checkpoint of its, no savepoint. */
    boolean isCheckpointWithLog() throws Exception {
        return restoredCheckpoint.isPresent()
                && writer.contains(TAKEN_MS)
                && !Boolean.parseBoolean(writer.get(IS_SAVEPOINT));
    }

    /** What {@link LogSegments#entry} gave, of this coordinator and maybe of others. */
    List<PartEntry> entries() throws Exception {
        List<PartEntry> all = new ArrayList<>();
        for (byte[] entry : segments.get()) {
            all.add(PartEntry.decode(entry));
        }
        return all;
    }

    /** What {@link LogSegments#savepoints} gave. */
    Set<Snapshot> savepoints() throws Exception {
        Set<Snapshot> all = new HashSet<>();
        for (Map.Entry<Tuple2<String, Long>, Boolean> entry : savepoints.immutableEntries()) {
            all.add(new Snapshot(entry.getKey().f1, entry.getKey().f0));
        }
        return all;
    }

    /**
     * The job writes a log.
     *
     * @param log of the coordinator, whose segment of the snapshot has begun
     */
    void update(LogSegments log) throws Exception {
        Origin taken = log.taken();
        segments.update(List.of(log.entry().encode()));
        writer.clear();
        writer.put(WRITER, taken.job());
        writer.put(IS_SAVEPOINT, Boolean.toString(taken.isSavepoint()));
        writer.put(TAKEN_MS, Long.toString(taken.takenMs()));
        writer.put(PARTS, Integer.toString(taken.parts()));
        savepoints.clear();
        for (Snapshot savepoint : log.savepoints()) {
            savepoints.put(Tuple2.of(savepoint.job(), savepoint.id()), true);
        }
    }

    /**
     * The job writes no log. A later one may, and must know its runs from this snapshot from those
     * that go on from one of the same number.
     *
     * @param job id of the job
     */
    void updateWithoutLog(String job) throws Exception {
        segments.clear();
        writer.clear();
        writer.put(WITHOUT_LOG, job);
        writer.put(WITHOUT_LOG_MS, Long.toString(System.currentTimeMillis()));
        savepoints.clear();
    }
}
