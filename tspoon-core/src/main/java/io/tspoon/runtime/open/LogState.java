/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.runtime.log.LogRecovery;

import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.StateInitializationContext;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a snapshot of an open operator says of the log: who wrote it, and which of its segments are
 * needed. Confined to the mailbox thread.
 */
final class LogState {
    /** Key in the broadcast state: the job that took the snapshot. */
    private static final String WRITER = "job";

    private final OptionalLong restoredCheckpoint;
    private final ListState<byte[]> segments;
    private final BroadcastState<String, String> writer;

    /** Savepoints as keys. Of whichever coordinator: all of them keep the same ones. */
    private final BroadcastState<Long, Boolean> savepoints;

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
                        new MapStateDescriptor<>("log-savepoints", Types.LONG, Types.BOOLEAN));
    }

    /** What the job was restored from. */
    LogRecovery.Snapshot restored() throws Exception {
        String writtenBy = restoredCheckpoint.isPresent() ? writer.get(WRITER) : null;
        return new LogRecovery.Snapshot(
                restoredCheckpoint.orElse(LogRecovery.NO_CHECKPOINT),
                writtenBy == null ? "" : writtenBy);
    }

    /** Entries of {@link LogSegments#snapshot}, of this coordinator and maybe of others. */
    Iterable<byte[]> entries() throws Exception {
        return segments.get();
    }

    /** What {@link LogSegments#savepoints} gave. */
    Set<Long> savepoints() throws Exception {
        Set<Long> all = new HashSet<>();
        savepoints.immutableEntries().forEach(entry -> all.add(entry.getKey()));
        return all;
    }

    /** The job writes a log. */
    void update(String job, LogSegments log) throws Exception {
        segments.update(List.of(log.snapshot()));
        writer.put(WRITER, job);
        savepoints.clear();
        for (long savepoint : log.savepoints()) {
            savepoints.put(savepoint, true);
        }
    }

    /** The job writes no log. */
    void clear() {
        segments.clear();
        writer.clear();
        savepoints.clear();
    }
}
