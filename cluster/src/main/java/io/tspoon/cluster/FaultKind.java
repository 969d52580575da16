/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.PrivateNetwork;
import io.tspoon.cluster.host.SmallDisk;
import io.tspoon.transaction.Durability;

import java.util.Locale;
import java.util.Optional;

/** What goes wrong. */
enum FaultKind {
    /** SIGKILL; another one is started at once, as a supervisor would. */
    TASK_MANAGER_KILLED,
    /** SIGKILL; another one is started at once and finds the job in ZooKeeper. */
    JOB_MANAGER_KILLED,
    /**
     * SIGSTOP for longer than the heartbeat's timeout, then SIGCONT; with a log in files, which
     * cannot shut it out, then SIGKILL, as a supervisor would that replaces it.
     */
    TASK_MANAGER_FROZEN,
    /** No space is left for the log, for some seconds. */
    LOG_DISK_FULL,
    /** The log's disk does ten writes in a second, for some seconds. */
    LOG_DISK_SLOW,
    /** Two TaskManagers cannot reach each other, though the JobManager reaches both. */
    NETWORK_CUT;

    /** Why it cannot be tried here and so; empty if it can. */
    Optional<String> obstacle(Durability durability) {
        return switch (this) {
            case TASK_MANAGER_KILLED, JOB_MANAGER_KILLED, TASK_MANAGER_FROZEN -> Optional.empty();
            case LOG_DISK_FULL -> logged(durability).or(SmallDisk::obstacle);
            case LOG_DISK_SLOW ->
                    logged(durability).or(SmallDisk::obstacle).or(SmallDisk::obstacleToSlowing);
            case NETWORK_CUT -> PrivateNetwork.obstacle();
        };
    }

    private static Optional<String> logged(Durability durability) {
        return durability == Durability.LOG ? Optional.empty() : Optional.of("there is no log");
    }

    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
