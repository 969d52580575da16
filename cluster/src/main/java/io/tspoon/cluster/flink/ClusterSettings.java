/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The settings of a cluster.
 *
 * @param directory existing directory for logs, configuration and checkpoints
 * @param library jars to add to Flink's lib
 * @param highlyAvailable whether to use ZooKeeper, so that a JobManager finds the jobs of the
 *     previous one
 * @param slots number of slots of each TaskManager
 * @param options options that take precedence over the defaults
 * @param taskManagerOptions further options of TaskManagers; {@value #HOST} in a value stands for
 *     the TaskManager's address
 */
public record ClusterSettings(
        Path directory,
        List<Path> library,
        boolean highlyAvailable,
        int slots,
        Map<String, String> options,
        Map<String, String> taskManagerOptions) {
    public static final String HOST = "{host}";

    public Path checkpoints() {
        return directory.resolve("checkpoints");
    }

    public Path savepoints() {
        return directory.resolve("savepoints");
    }

    Path storage() {
        return directory.resolve("ha");
    }
}
