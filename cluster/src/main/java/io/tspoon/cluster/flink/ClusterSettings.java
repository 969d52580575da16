/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a cluster is like.
 *
 * @param directory of logs, configuration, checkpoints; exists
 * @param library jars that are added to Flink's lib
 * @param highlyAvailable with ZooKeeper, so that a JobManager finds the jobs of the one before
 * @param slots of each TaskManager
 * @param options that win over the defaults
 * @param taskManagerOptions more of them, for TaskManagers only; {@value #HOST} in a value stands
 *     for the TaskManager's address
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
