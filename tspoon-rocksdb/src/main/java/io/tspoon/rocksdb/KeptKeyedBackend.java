/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.api.common.state.InternalCheckpointListener;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.Keyed;
import org.apache.flink.runtime.state.KeyedStateFunction;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.PriorityComparable;
import org.apache.flink.runtime.state.SavepointResources;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateSnapshotTransformer.StateSnapshotTransformFactory;
import org.apache.flink.runtime.state.filesystem.FsCheckpointStorageLocation;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueElement;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.RunnableFuture;
import java.util.stream.Stream;

/**
 * RocksDB of one instance, whose snapshots are kept; all else is Flink's.
 *
 * @param <K> key type
 */
@SuppressWarnings("TypeParameterUnusedInFormals") // of methods that Flink declares
final class KeptKeyedBackend<K>
        implements CheckpointableKeyedStateBackend<K>, InternalCheckpointListener {
    private final AbstractKeyedStateBackend<K> rocksdb;
    private final Keeper keeper;
    private final InstanceDirectory directory;
    private final Copies copies;

    /**
     * @param directory is deleted in the end
     * @param copies of what other instances have in the same checkpoints
     */
    KeptKeyedBackend(
            AbstractKeyedStateBackend<K> rocksdb,
            Keeper keeper,
            InstanceDirectory directory,
            Copies copies) {
        this.rocksdb = rocksdb;
        this.keeper = keeper;
        this.directory = directory;
        this.copies = copies;
    }

    @Override
    public RunnableFuture<SnapshotResult<KeyedStateHandle>> snapshot(
            long checkpointId,
            long timestamp,
            CheckpointStreamFactory streamFactory,
            CheckpointOptions options)
            throws Exception {
        if (streamFactory instanceof FsCheckpointStorageLocation location
                && !options.getCheckpointType().isSavepoint()) {
            copies.written(checkpointId, location.getMetadataFilePath());
        }
        return new KeptSnapshot(
                checkpointId,
                rocksdb.snapshot(checkpointId, timestamp, streamFactory, options),
                keeper);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        rocksdb.notifyCheckpointComplete(checkpointId);
        keeper.complete(checkpointId);
        copies.complete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        rocksdb.notifyCheckpointAborted(checkpointId);
        keeper.abort(checkpointId);
    }

    @Override
    public void notifyCheckpointSubsumed(long checkpointId) throws Exception {
        rocksdb.notifyCheckpointSubsumed(checkpointId);
    }

    @Override
    public void close() throws IOException {
        keeper.end();
        copies.end();
        rocksdb.close();
    }

    @Override
    public void dispose() {
        keeper.end();
        copies.end();
        rocksdb.dispose();
        directory.delete();
    }

    @Override
    public SavepointResources<K> savepoint() throws Exception {
        return rocksdb.savepoint();
    }

    @Override
    public KeyGroupRange getKeyGroupRange() {
        return rocksdb.getKeyGroupRange();
    }

    @Override
    public void setCurrentKey(K newKey) {
        rocksdb.setCurrentKey(newKey);
    }

    @Override
    public K getCurrentKey() {
        return rocksdb.getCurrentKey();
    }

    @Override
    public void setCurrentKeyAndKeyGroup(K newKey, int newKeyGroupIndex) {
        rocksdb.setCurrentKeyAndKeyGroup(newKey, newKeyGroupIndex);
    }

    @Override
    public TypeSerializer<K> getKeySerializer() {
        return rocksdb.getKeySerializer();
    }

    @Override
    public <N, S extends State, T> void applyToAllKeys(
            N namespace,
            TypeSerializer<N> namespaceSerializer,
            StateDescriptor<S, T> stateDescriptor,
            KeyedStateFunction<K, S> function)
            throws Exception {
        rocksdb.applyToAllKeys(namespace, namespaceSerializer, stateDescriptor, function);
    }

    @Override
    public <N> Stream<K> getKeys(String state, N namespace) {
        return rocksdb.getKeys(state, namespace);
    }

    @Override
    public <N> Stream<K> getKeys(List<String> states, N namespace) {
        return rocksdb.getKeys(states, namespace);
    }

    @Override
    public <N> Stream<Tuple2<K, N>> getKeysAndNamespaces(String state) {
        return rocksdb.getKeysAndNamespaces(state);
    }

    @Override
    public <N, S extends State, T> S getOrCreateKeyedState(
            TypeSerializer<N> namespaceSerializer, StateDescriptor<S, T> stateDescriptor)
            throws Exception {
        return rocksdb.getOrCreateKeyedState(namespaceSerializer, stateDescriptor);
    }

    @Override
    public <N, S extends State> S getPartitionedState(
            N namespace,
            TypeSerializer<N> namespaceSerializer,
            StateDescriptor<S, ?> stateDescriptor)
            throws Exception {
        return rocksdb.getPartitionedState(namespace, namespaceSerializer, stateDescriptor);
    }

    @Override
    public void registerKeySelectionListener(KeySelectionListener<K> listener) {
        rocksdb.registerKeySelectionListener(listener);
    }

    @Override
    public boolean deregisterKeySelectionListener(KeySelectionListener<K> listener) {
        return rocksdb.deregisterKeySelectionListener(listener);
    }

    @Override
    public boolean isSafeToReuseKVState() {
        return rocksdb.isSafeToReuseKVState();
    }

    @Override
    public String getBackendTypeIdentifier() {
        return rocksdb.getBackendTypeIdentifier();
    }

    @Override
    public <N, SV, SEV, S extends State, IS extends S> IS createOrUpdateInternalState(
            TypeSerializer<N> namespaceSerializer,
            StateDescriptor<S, SV> stateDescriptor,
            StateSnapshotTransformFactory<SEV> snapshotTransformFactory)
            throws Exception {
        return rocksdb.createOrUpdateInternalState(
                namespaceSerializer, stateDescriptor, snapshotTransformFactory);
    }

    @Override
    public <N, SV, SEV, S extends State, IS extends S> IS createOrUpdateInternalState(
            TypeSerializer<N> namespaceSerializer,
            StateDescriptor<S, SV> stateDescriptor,
            StateSnapshotTransformFactory<SEV> snapshotTransformFactory,
            boolean allowFutureMetadataUpdates)
            throws Exception {
        return rocksdb.createOrUpdateInternalState(
                namespaceSerializer,
                stateDescriptor,
                snapshotTransformFactory,
                allowFutureMetadataUpdates);
    }

    @Override
    public <T extends HeapPriorityQueueElement & PriorityComparable<? super T> & Keyed<?>>
            KeyGroupedInternalPriorityQueue<T> create(
                    String stateName, TypeSerializer<T> byteOrderedElementSerializer) {
        return rocksdb.create(stateName, byteOrderedElementSerializer);
    }

    @Override
    public <T extends HeapPriorityQueueElement & PriorityComparable<? super T> & Keyed<?>>
            KeyGroupedInternalPriorityQueue<T> create(
                    String stateName,
                    TypeSerializer<T> byteOrderedElementSerializer,
                    boolean allowFutureMetadataUpdates) {
        return rocksdb.create(stateName, byteOrderedElementSerializer, allowFutureMetadataUpdates);
    }
}
