/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateBackendParametersImpl;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend.PriorityQueueStateType;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.util.ExceptionUtils;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Flink's backend of RocksDB, one for each instance, so that each has a directory of its own and it
 * is known where its files are.
 */
final class KeptFilesBackend implements StateBackend {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(KeptFilesBackend.class);

    private static final String STATE_PROCESSOR = "org.apache.flink.state.api.";

    private final Configuration configuration;
    private final EmbeddedRocksDBStateBackend rocksdb;

    private final List<String> limits;

    private KeptFilesBackend(
            Configuration configuration, EmbeddedRocksDBStateBackend rocksdb, List<String> limits) {
        this.configuration = configuration;
        this.rocksdb = rocksdb;
        this.limits = limits;
    }

    static KeptFilesBackend of(ReadableConfig config, ClassLoader classLoader) {
        KeptFilesOptions.check(config);
        Preset preset = Preset.on(config);
        LOG.info("RocksDB with kept files, switched on as not set: {}", preset.switchedOn());
        List<String> limits = limits(preset.configuration());
        if (!limits.isEmpty()) {
            LOG.warn(
                    "[TSP-2343] Cannot keep files of snapshots: Flink needs its own backend for {};"
                            + " the job runs as with state.backend.type=rocksdb",
                    limits);
        }
        return new KeptFilesBackend(
                preset.configuration(),
                new EmbeddedRocksDBStateBackend().configure(preset.configuration(), classLoader),
                limits);
    }

    /** Settings with which Flink looks for classes of its own behind the interface. */
    private static List<String> limits(ReadableConfig config) {
        List<String> limits = new ArrayList<>();
        if (config.get(RocksDBOptions.TIMER_SERVICE_FACTORY) == PriorityQueueStateType.HEAP) {
            limits.add(RocksDBOptions.TIMER_SERVICE_FACTORY.key() + "=HEAP");
        }
        if (config.get(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG)) {
            limits.add(StateChangelogOptions.ENABLE_STATE_CHANGE_LOG.key() + "=true");
        }
        return List.copyOf(limits);
    }

    @Override
    public <K> CheckpointableKeyedStateBackend<K> createKeyedStateBackend(
            KeyedStateBackendParameters<K> parameters) throws IOException {
        if (!limits.isEmpty() || isReadFromOutside(parameters.getEnv())) {
            return rocksdb.createKeyedStateBackend(parameters);
        }
        Environment environment = parameters.getEnv();
        List<KeptStore> stores =
                KeptStores.of(
                        parents(environment), environment.getTaskManagerInfo(), configuration);
        Collections.shuffle(stores);
        Path parent = stores.get(0).parent();
        Collection<KeyedStateHandle> handles =
                parameters.getStateHandles().stream().filter(Objects::nonNull).toList();
        Restored<K> restored;
        try {
            restored = restore(parameters, handles, stores, parent);
        } catch (KeptFilesException e) {
            LOG.warn(
                    "[TSP-2342] Cannot restore from kept files: restoring from the storage,"
                            + " operator={}",
                    parameters.getOperatorIdentifier(),
                    e.getCause());
            stores.forEach(each -> each.distrust(e.names()));
            restored = restore(parameters, handles, List.of(), parent);
        }
        try {
            restored.counts().report(parameters.getCustomInitializationMetrics());
            return begin(parameters, restored, stores);
        } catch (Throwable e) {
            restored.discard();
            throw e;
        }
    }

    private <K> KeptKeyedBackend<K> begin(
            KeyedStateBackendParameters<K> parameters,
            Restored<K> restored,
            List<KeptStore> stores) {
        Copies copies = Copiers.begin(parameters, stores, configuration);
        try {
            register(parameters.getMetricGroup(), restored.counts(), stores, copies);
            return restored.wrapped(stores, group(parameters), retained(), copies);
        } catch (Throwable e) {
            copies.end(); // else the copier would never end
            throw e;
        }
    }

    /** The State Processor API looks for Flink's own class, too, and keeps nothing. */
    private static boolean isReadFromOutside(Environment environment) {
        return environment.getClass().getName().startsWith(STATE_PROCESSOR);
    }

    /** Restores an instance by Flink's backend, from files of the stores as far as they go. */
    private <K> Restored<K> restore(
            KeyedStateBackendParameters<K> parameters,
            Collection<KeyedStateHandle> handles,
            List<KeptStore> stores,
            Path parent)
            throws IOException {
        InstanceDirectory directory = InstanceDirectory.in(parent);
        int threads = Math.max(1, configuration.get(RocksDBOptions.CHECKPOINT_TRANSFER_THREAD_NUM));
        try (Staging staging =
                new Staging(
                        stores,
                        directory,
                        parameters.getCancelStreamRegistry(),
                        Staging.fetchers(threads))) {
            staging.stage(handles);
            AbstractKeyedStateBackend<K> backend = open(directory, parameters, staging);
            return new Restored<>(backend, directory, staging.names(), staging.counts());
        } catch (Throwable e) {
            directory.delete();
            throw e;
        }
    }

    /** What cannot be fetched says nothing about kept files; what the database says does. */
    private <K> AbstractKeyedStateBackend<K> open(
            InstanceDirectory directory, KeyedStateBackendParameters<K> parameters, Staging staging)
            throws IOException {
        try {
            return at(directory, parameters)
                    .createKeyedStateBackend(
                            new KeyedStateBackendParametersImpl<>(parameters)
                                    .setStateHandles(staging.handles()));
        } catch (IOException e) {
            boolean isOfDatabase =
                    ExceptionUtils.findThrowable(e, RocksDBException.class).isPresent();
            if (!isOfDatabase
                    || staging.names().isEmpty()
                    || parameters.getCancelStreamRegistry().isClosed()) {
                throw e;
            }
            throw new KeptFilesException(staging.names(), e);
        }
    }

    private EmbeddedRocksDBStateBackend at(
            InstanceDirectory directory, KeyedStateBackendParameters<?> parameters) {
        EmbeddedRocksDBStateBackend own = new EmbeddedRocksDBStateBackend();
        own.setDbStoragePath(directory.path().toString());
        return own.configure(
                configuration, parameters.getEnv().getUserCodeClassLoader().asClassLoader());
    }

    /** Where the process has its databases. */
    private List<Path> parents(Environment environment) {
        String[] configured = rocksdb.getDbStoragePaths();
        return configured == null
                ? List.of(
                        environment
                                .getTaskManagerInfo()
                                .getTmpWorkingDirectory()
                                .toPath()
                                .toAbsolutePath())
                : Arrays.stream(configured).map(Path::of).toList();
    }

    private static String group(KeyedStateBackendParameters<?> parameters) {
        String identifier = parameters.getOperatorIdentifier();
        int subtask = identifier.lastIndexOf('(');
        return parameters.getJobID() + identifier.substring(0, Math.max(0, subtask));
    }

    private int retained() {
        return configuration.get(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS);
    }

    private static void register(
            MetricGroup operator, RestoreCounts counts, List<KeptStore> stores, Copies copies) {
        MetricGroup own = operator.addGroup("tspoon");
        own.gauge("restoredLinkedBytes", counts::linkedBytes);
        own.gauge("restoredFetchedBytes", counts::fetchedBytes);
        own.gauge("restoredRebuiltBytes", counts::rebuiltBytes);
        own.gauge("keptFiles", () -> stores.stream().mapToLong(KeptStore::files).sum());
        own.gauge("keptBytes", () -> stores.stream().mapToLong(KeptStore::bytes).sum());
        own.gauge("copiedBytes", copies::bytes);
        own.gauge("copiedBehindMs", copies::behindMs);
    }

    @Override
    public OperatorStateBackend createOperatorStateBackend(
            OperatorStateBackendParameters parameters) throws Exception {
        return rocksdb.createOperatorStateBackend(parameters);
    }

    @Override
    public boolean useManagedMemory() {
        return rocksdb.useManagedMemory();
    }

    @Override
    public boolean supportsNoClaimRestoreMode() {
        return rocksdb.supportsNoClaimRestoreMode();
    }

    @Override
    public boolean supportsSavepointFormat(SavepointFormatType format) {
        return rocksdb.supportsSavepointFormat(format);
    }

    @Override
    public String toString() {
        return "KeptFilesBackend{" + rocksdb + "}";
    }

    /**
     * What a restore has made.
     *
     * @param names of the kept files that it was made from
     */
    private record Restored<K>(
            AbstractKeyedStateBackend<K> backend,
            InstanceDirectory directory,
            Set<String> names,
            RestoreCounts counts) {
        KeptKeyedBackend<K> wrapped(
                List<KeptStore> stores, String group, int retained, Copies copies) {
            Keeper keeper =
                    new Keeper(
                            stores, directory, group, retained, names, System::currentTimeMillis);
            keeper.sweep();
            return new KeptKeyedBackend<>(backend, keeper, directory, copies);
        }

        void discard() {
            backend.dispose();
            directory.delete();
        }
    }

    /** The database does not open with kept files. */
    private static final class KeptFilesException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Set<String> names;

        KeptFilesException(Set<String> names, IOException cause) {
            super(cause);
            this.names = names;
        }

        Set<String> names() {
            return names;
        }
    }
}
