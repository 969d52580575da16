/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.LocalRecoveryConfig;
import org.apache.flink.runtime.state.LocalSnapshotDirectoryProviderImpl;
import org.apache.flink.runtime.state.SavepointSnapshotStrategy;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.SharedStateRegistryImpl;
import org.apache.flink.runtime.state.SnapshotExecutionType;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.SnapshotStrategyRunner;
import org.apache.flink.runtime.state.StateBackend.CustomInitializationMetrics;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.runtime.state.TestTaskStateManager;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.filesystem.FsCheckpointStorageLocation;
import org.apache.flink.runtime.state.ttl.TtlTimeProvider;
import org.apache.flink.runtime.util.TestingTaskManagerRuntimeInfo;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The instances of one operator, which put values for keys and are started again from their
 * snapshots, at any parallelism and by any backend; as a JobManager would do it, without one.
 */
final class TestJob implements AutoCloseable {
    static final String KEPT = KeptFilesBackendFactory.class.getName();
    static final String PLAIN = "rocksdb";
    static final int KEY_GROUPS = 128;
    static final OperatorID OPERATOR = new OperatorID(17, 4);
    private static final int KEYS = 1_000;
    private static final String REST = "x".repeat(200);

    private final Configuration configuration = new Configuration();
    private final JobID id = new JobID();
    private final SharedStateRegistry registry = new SharedStateRegistryImpl();
    private final Path storage;
    private final Path process;
    private final Map<Integer, String> expected = new HashMap<>();
    private final List<Instance> instances = new ArrayList<>();
    private final Deque<List<KeyedStateHandle>> before = new ArrayDeque<>();
    private ClassLoader loader = TestJob.class.getClassLoader();
    private CustomInitializationMetrics reported = (name, value) -> {};
    private LocalRecoveryConfig local = LocalRecoveryConfig.BACKUP_AND_RECOVERY_DISABLED;
    private Runnable whileRegistering = () -> {};
    private List<KeyedStateHandle> snapshot = List.of();
    private Map<String, Long> metrics = new HashMap<>();
    private long checkpoint;

    /**
     * @param storage of the checkpoints
     * @param process working directory of the TaskManager
     */
    TestJob(Path storage, Path process) {
        this.storage = storage;
        this.process = process;
        configuration.set(
                org.apache.flink.configuration.CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    }

    Configuration configuration() {
        return configuration;
    }

    /** Flink keeps a copy of each snapshot, too. */
    TestJob withLocalBackup(Path copies) {
        local =
                LocalRecoveryConfig.backupAndRecoveryEnabled(
                        new LocalSnapshotDirectoryProviderImpl(
                                copies.toFile(), id, new JobVertexID(), 0));
        return this;
    }

    /** The job's own class loader. */
    TestJob loadedBy(ClassLoader own) {
        loader = own;
        return this;
    }

    /** Who else hears what a start reports. */
    TestJob reportingTo(CustomInitializationMetrics reported) {
        this.reported = reported;
        return this;
    }

    /** What is done when an instance registers its metrics. */
    TestJob whileRegistering(Runnable action) {
        whileRegistering = action;
        return this;
    }

    /** Starts instances from the newest snapshot, after the end of those before. */
    TestJob start(String backend, int parallelism) throws Exception {
        return start(backend, parallelism, process);
    }

    /** The same by another process. */
    TestJob start(String backend, int parallelism, Path by) throws Exception {
        return start(backend, Collections.nCopies(parallelism, by));
    }

    /**
     * The same by several processes.
     *
     * @param by the process of each instance
     */
    TestJob start(String backend, List<Path> by) throws Exception {
        cancel();
        metrics = new HashMap<>();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        for (int index = 0; index < by.size(); index++) {
            instances.add(new Instance(index, by.size(), by.get(index)));
        }
        return this;
    }

    /** Writes all keys anew. */
    TestJob write(String value) throws Exception {
        for (int key = 0; key < KEYS; key++) {
            write(key, value);
        }
        return this;
    }

    TestJob write(int key, String value) throws Exception {
        expected.put(key, value + key + REST);
        owner(key).state(key).update(value + key + REST);
        return this;
    }

    private Instance owner(int key) {
        int group = KeyGroupRangeAssignment.assignToKeyGroup(key, KEY_GROUPS);
        return instances.stream()
                .filter(each -> each.range.contains(group))
                .findFirst()
                .orElseThrow();
    }

    /** A checkpoint that is complete. */
    TestJob checkpoint() throws Exception {
        snapshot(CheckpointType.CHECKPOINT);
        describe();
        for (Instance instance : instances) {
            ((org.apache.flink.api.common.state.CheckpointListener) instance.backend)
                    .notifyCheckpointComplete(checkpoint);
        }
        return this;
    }

    /** A savepoint; it is completed like a checkpoint. */
    TestJob savepoint(SavepointFormatType format) throws Exception {
        snapshot(SavepointType.savepoint(format));
        return this;
    }

    private void snapshot(SnapshotType type) throws Exception {
        checkpoint++;
        List<KeyedStateHandle> all = new ArrayList<>();
        for (Instance instance : instances) {
            KeyedStateHandle handle = instance.snapshot(type);
            if (handle != null) {
                handle.registerSharedStates(registry, checkpoint);
                all.add(handle);
            }
        }
        snapshot = all;
        before.addLast(all);
    }

    /** Writes what the newest checkpoint or savepoint consists of. */
    void describe() throws Exception {
        try (OutputStream out = Files.newOutputStream(metadata())) {
            Checkpoints.storeCheckpointMetadata(
                    new CheckpointMetadata(checkpoint, List.of(operator()), List.of()), out);
        }
    }

    /** Of the newest checkpoint. */
    Path metadata() {
        return storage.resolve("chk-" + checkpoint).resolve("_metadata");
    }

    private OperatorState operator() {
        OperatorState state = new OperatorState(null, null, OPERATOR, instances.size(), KEY_GROUPS);
        for (int index = 0; index < instances.size(); index++) {
            state.putState(
                    index,
                    OperatorSubtaskState.builder()
                            .setManagedKeyedState(snapshot.get(index))
                            .build());
        }
        return state;
    }

    /** Waits until all processes have copied what they are to copy. */
    TestJob awaitCopies() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (Copiers.areBehind()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return this;
    }

    /** Names of the files of the newest snapshots. */
    Set<String> named(int snapshots) {
        return named(before.stream().skip(before.size() - snapshots));
    }

    /** Names of the files that none of the newest snapshots has, but one before them. */
    Set<String> namedBefore(int snapshots) {
        Set<String> names = named(before.stream().limit(before.size() - snapshots));
        names.removeAll(named(snapshots));
        return names;
    }

    private static Set<String> named(Stream<List<KeyedStateHandle>> snapshots) {
        return snapshots
                .flatMap(List::stream)
                .map(IncrementalRemoteKeyedStateHandle.class::cast)
                .flatMap(each -> CheckpointFiles.files(each).stream())
                .map(each -> KeptName.of(each.getHandle()))
                .collect(Collectors.toSet());
    }

    /** The newest snapshots. */
    List<KeyedStateHandle> handles() {
        return snapshot;
    }

    /** What was written last. */
    Map<Integer, String> expected() {
        return expected;
    }

    /** Each key has the value that was written last, and nobody has a key that is not its own. */
    void check() throws Exception {
        for (Map.Entry<Integer, String> entry : expected.entrySet()) {
            int key = entry.getKey();
            assertThat(owner(key).state(key).value()).as("key %d", key).isEqualTo(entry.getValue());
        }
        for (Instance instance : instances) {
            try (var keys =
                    instance.backend.<VoidNamespace>getKeys("value", VoidNamespace.INSTANCE)) {
                assertThat(keys).allSatisfy(key -> assertThat(owner(key)).isSameAs(instance));
            }
        }
    }

    long linkedBytes() {
        return metrics.getOrDefault("KeptLinkedBytes", 0L);
    }

    long fetchedBytes() {
        return metrics.getOrDefault("KeptFetchedBytes", 0L);
    }

    long rebuiltBytes() {
        return metrics.getOrDefault("KeptRebuiltBytes", 0L);
    }

    /** The kept files of the process. */
    List<Path> kept() throws Exception {
        return kept(process);
    }

    static List<Path> kept(Path process) throws Exception {
        try (var all = Files.walk(process)) {
            return all.filter(Files::isRegularFile)
                    .filter(
                            file ->
                                    file.getParent()
                                            .getFileName()
                                            .toString()
                                            .startsWith("tspoon-kept-"))
                    .toList();
        }
    }

    /** Ends the instances as when the job is canceled: by another thread. */
    void cancel() throws Exception {
        Thread canceler =
                new Thread(
                        () -> {
                            for (Instance instance : instances) {
                                try {
                                    instance.backend.close();
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            }
                        });
        canceler.start();
        canceler.join();
        fail();
    }

    /** Ends the instances as when their own threads fail. */
    void fail() throws Exception {
        for (Instance instance : instances) {
            instance.backend.dispose();
            instance.environment.close();
        }
        instances.clear();
    }

    @Override
    public void close() throws Exception {
        cancel();
    }

    /** Nobody looks at them. */
    private final class Metrics extends UnregisteredMetricGroups.UnregisteredOperatorMetricGroup {
        @Override
        public MetricGroup addGroup(String name) {
            whileRegistering.run();
            return super.addGroup(name);
        }
    }

    private final class Instance {
        private final MockEnvironment environment;
        private final KeyGroupRange range;
        private final CheckpointableKeyedStateBackend<Integer> backend;

        Instance(int index, int parallelism, Path by) throws Exception {
            range =
                    KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                            KEY_GROUPS, parallelism, index);
            environment =
                    new MockEnvironmentBuilder()
                            .setJobID(id)
                            .setMaxParallelism(KEY_GROUPS)
                            .setParallelism(parallelism)
                            .setSubtaskIndex(index)
                            .setTaskStateManager(new TestTaskStateManager(local))
                            .setUserCodeClassLoader(loader)
                            .setTaskManagerRuntimeInfo(
                                    new TestingTaskManagerRuntimeInfo(configuration, by.toFile()))
                            .build();
            List<KeyedStateHandle> own =
                    snapshot.stream()
                            .map(each -> each.getIntersection(range))
                            .filter(Objects::nonNull)
                            .toList();
            backend =
                    StateBackendLoader.loadStateBackendFromConfig(configuration, loader, null)
                            .createKeyedStateBackend(
                                    new KeyedStateBackendParametersImpl<>(
                                            environment,
                                            id,
                                            "operator_"
                                                    + OPERATOR
                                                    + "_("
                                                    + (index + 1)
                                                    + "/"
                                                    + parallelism
                                                    + ")",
                                            IntSerializer.INSTANCE,
                                            KEY_GROUPS,
                                            range,
                                            environment.getTaskKvStateRegistry(),
                                            TtlTimeProvider.DEFAULT,
                                            new Metrics(),
                                            (name, value) -> {
                                                metrics.merge(name, value, Long::sum);
                                                reported.addMetric(name, value);
                                            },
                                            own,
                                            new CloseableRegistry(),
                                            1.0));
        }

        ValueState<String> state(int key) throws Exception {
            backend.setCurrentKey(key);
            return backend.getPartitionedState(
                    VoidNamespace.INSTANCE,
                    VoidNamespaceSerializer.INSTANCE,
                    new ValueStateDescriptor<>("value", StringSerializer.INSTANCE));
        }

        KeyedStateHandle snapshot(SnapshotType type) throws Exception {
            org.apache.flink.core.fs.Path shared =
                    new org.apache.flink.core.fs.Path(storage.resolve("shared").toUri());
            org.apache.flink.core.fs.Path own =
                    new org.apache.flink.core.fs.Path(storage.resolve("chk-" + checkpoint).toUri());
            FsCheckpointStorageLocation streams =
                    new FsCheckpointStorageLocation(
                            FileSystem.getLocalFileSystem(),
                            own,
                            shared,
                            shared,
                            CheckpointStorageLocationReference.getDefault(),
                            0,
                            4096);
            FileSystem.getLocalFileSystem().mkdirs(shared);
            FileSystem.getLocalFileSystem().mkdirs(own);
            CheckpointOptions options =
                    CheckpointOptions.alignedNoTimeout(
                            type, CheckpointStorageLocationReference.getDefault());
            RunnableFuture<SnapshotResult<KeyedStateHandle>> future =
                    type instanceof SavepointType savepoint
                                    && savepoint.getFormatType() == SavepointFormatType.CANONICAL
                            ? new SnapshotStrategyRunner<>(
                                            "savepoint",
                                            new SavepointSnapshotStrategy<>(
                                                    backend.savepoint().getSnapshotResources()),
                                            new CloseableRegistry(),
                                            SnapshotExecutionType.ASYNCHRONOUS)
                                    .snapshot(checkpoint, checkpoint, streams, options)
                            : backend.snapshot(checkpoint, checkpoint, streams, options);
            future.run();
            return future.get().getJobManagerOwnedSnapshot();
        }
    }
}
