/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    private static final Map<Path, KeptStore> ALL = new ConcurrentHashMap<>();

    private KeptStores() {}

    /**
     * Those of some directories, in their order.
     *
     * @param taskManager whose stores they are
     * @throws IOException if one cannot be made
     */
    static List<KeptStore> of(
            List<Path> parents, TaskManagerRuntimeInfo taskManager, ReadableConfig config)
            throws IOException {
        String owner = taskManager.getTmpWorkingDirectory().getAbsolutePath();
        String name =
                "tspoon-kept-" + UUID.nameUUIDFromBytes(owner.getBytes(StandardCharsets.UTF_8));
        try {
            return parents.stream().map(parent -> of(parent.resolve(name), config)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
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
