/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.PrivateNetwork;
import io.tspoon.cluster.host.SmallDisk;

import java.util.Locale;
import java.util.Optional;

/** What goes wrong. */
enum FaultKind {
    /** SIGKILL; another one is started at once, as a supervisor would. */
    TASK_MANAGER_KILLED,
    /** SIGKILL; another one is started at once and finds the job in ZooKeeper. */
    JOB_MANAGER_KILLED,
    /**
     * SIGSTOP for longer than the heartbeat's timeout, then SIGCONT; with a log on a disk, which
     * cannot shut it out, then SIGKILL, as a supervisor would that replaces it.
     */
    TASK_MANAGER_FROZEN,
    /** No space is left for the log, for some seconds. */
    LOG_DISK_FULL,
    /** The log's disk does ten writes in a second, for some seconds. */
    LOG_DISK_SLOW,
    /** SIGKILL; the broker that has the log is started again at once. */
    BROKER_RESTARTED,
    /** SIGKILL; the broker that has the log is started again when the job has failed for it. */
    BROKER_GONE,
    /** SIGKILL of one of the two DataNodes that have the log; it is started again in the end. */
    DATA_NODE_KILLED,
    /** SIGKILL of NameNode and DataNodes; they are started again when the job has failed for it. */
    HDFS_GONE,
    /** Two TaskManagers cannot reach each other, though the JobManager reaches both. */
    NETWORK_CUT;

    /** Why it cannot be tried here and so; empty if it can. */
    Optional<String> obstacle(LogPlace log) {
        return switch (this) {
            case TASK_MANAGER_KILLED, JOB_MANAGER_KILLED, TASK_MANAGER_FROZEN -> Optional.empty();
            case LOG_DISK_FULL -> without(LogPlace.FILES, log).or(SmallDisk::obstacle);
            case LOG_DISK_SLOW ->
                    without(LogPlace.FILES, log)
                            .or(SmallDisk::obstacle)
                            .or(SmallDisk::obstacleToSlowing);
            case BROKER_RESTARTED, BROKER_GONE -> without(LogPlace.KAFKA, log);
            case DATA_NODE_KILLED, HDFS_GONE -> without(LogPlace.HDFS, log);
            case NETWORK_CUT -> PrivateNetwork.obstacle();
        };
    }

    private static Optional<String> without(LogPlace needed, LogPlace log) {
        return log == needed
                ? Optional.empty()
                : Optional.of("it needs --log " + needed + ", and this is --log " + log);
    }

    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
