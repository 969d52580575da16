/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which files of RocksDB a completed checkpoint has, as its {@code _metadata} says.
 *
 * @param parts of instances that have files of RocksDB
 * @param others names of the formats of other keyed state
 */
record CheckpointFiles(List<Part> parts, Set<String> others) {

    /**
     * Reads what a checkpoint consists of.
     *
     * @param metadata its {@code _metadata}
     * @param canceled closes the stream when nobody wants to know any more
     */
    static CheckpointFiles read(Path metadata, CloseableRegistry canceled) throws IOException {
        ClassLoader loader = CheckpointFiles.class.getClassLoader();
        String pointer = metadata.getParent().toString();
        FSDataInputStream stream = metadata.getFileSystem().open(metadata);
        try (stream;
                DataInputStream in = new DataInputStream(stream)) {
            canceled.registerCloseable(stream);
            return of(Checkpoints.loadCheckpointMetadata(in, loader, pointer));
        } finally {
            canceled.unregisterCloseable(stream);
        }
    }

    private static CheckpointFiles of(CheckpointMetadata checkpoint) {
        List<Part> parts = new ArrayList<>();
        Set<String> others = new TreeSet<>();
        for (OperatorState operator : checkpoint.getOperatorStates()) {
            for (var subtask : operator.getSubtaskStates().entrySet()) {
                for (KeyedStateHandle each : subtask.getValue().getManagedKeyedState()) {
                    if (each instanceof IncrementalRemoteKeyedStateHandle remote) {
                        parts.add(part(operator, subtask.getKey(), remote));
                    } else {
                        others.add(each.getClass().getSimpleName());
                    }
                }
            }
        }
        return new CheckpointFiles(List.copyOf(parts), others);
    }

    private static Part part(
            OperatorState operator, int subtask, IncrementalRemoteKeyedStateHandle remote) {
        return new Part(
                operator.getOperatorID(),
                operator.getParallelism(),
                subtask,
                remote.getKeyGroupRange(),
                files(remote));
    }

    /** The files of a snapshot that are worth keeping. */
    static List<HandleAndLocalPath> files(IncrementalRemoteKeyedStateHandle remote) {
        return Stream.concat(remote.getSharedState().stream(), remote.getPrivateState().stream())
                .filter(each -> KeptName.isWorthKeeping(each.getHandle()))
                .toList();
    }

    /**
     * What one instance has put into the checkpoint.
     *
     * @param parallelism of the operator
     * @param files that are worth keeping
     */
    record Part(
            OperatorID operator,
            int parallelism,
            int subtask,
            KeyGroupRange keyGroups,
            List<HandleAndLocalPath> files) {}
}
