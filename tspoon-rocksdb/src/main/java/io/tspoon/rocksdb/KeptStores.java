/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;
import org.apache.flink.util.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The stores of a process, one in each directory for databases: static, so that a restarted job
 * finds them, as long as its class loader lives. A TaskManager has stores of its own also where
 * several share a process or a directory: files are not on a machine because they are on another.
 */
final class KeptStores {
    private static final Logger LOG = LoggerFactory.getLogger(KeptStores.class);
    private static final Map<Path, KeptStore> ALL = new ConcurrentHashMap<>();

    private KeptStores() {}

    /**
     * Those of some directories, except where nothing can be made.
     *
     * @param taskManager whose stores they are
     * @throws IOException if none can be made
     */
    static List<KeptStore> of(
            List<Path> parents, TaskManagerRuntimeInfo taskManager, ReadableConfig config)
            throws IOException {
        String owner = taskManager.getTmpWorkingDirectory().getAbsolutePath();
        String name =
                KeptStore.PREFIX + UUID.nameUUIDFromBytes(owner.getBytes(StandardCharsets.UTF_8));
        List<KeptStore> stores = new ArrayList<>();
        IOException failure = null;
        for (Path parent : parents) {
            try {
                InstanceDirectory.in(parent).delete();
                stores.add(of(parent.resolve(name), config));
            } catch (IOException | UncheckedIOException e) {
                LOG.warn(
                        "[TSP-2349] Cannot use directory for databases: nothing can be made in it,"
                                + " path={}",
                        parent,
                        e);
                failure = ExceptionUtils.firstOrSuppressed(new IOException(e), failure);
            }
        }
        if (stores.isEmpty()) {
            throw new IOException(
                    "[TSP-2350] Cannot make database: no directory can be used, paths="
                            + parents
                            + ". Set state.backend.rocksdb.localdir to directories that the"
                            + " process can write to",
                    failure);
        }
        return stores;
    }

    private static KeptStore of(Path root, ReadableConfig config) {
        return ALL.computeIfAbsent(root.toAbsolutePath(), path -> open(path, config));
    }

    private static KeptStore open(Path root, ReadableConfig config) {
        try {
            return new KeptStore(
                    root,
                    config.get(KeptFilesOptions.RETENTION),
                    config.getOptional(KeptFilesOptions.SIZE)
                            .map(MemorySize::getBytes)
                            .orElse(Long.MAX_VALUE),
                    System::currentTimeMillis);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
