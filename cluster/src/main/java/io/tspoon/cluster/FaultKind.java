/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.host.PrivateNetwork;
import io.tspoon.cluster.host.SmallDisk;

import java.util.Locale;
import java.util.Optional;

/** The faults. */
enum FaultKind {
    /** SIGKILL; another TaskManager is started at once, as a supervisor would. */
    TASK_MANAGER_KILLED,
    /** SIGKILL; another JobManager is started at once and finds the job in ZooKeeper. */
    JOB_MANAGER_KILLED,
    /**
     * SIGSTOP for longer than the heartbeat timeout, then SIGCONT. A log on a disk cannot fence the
     * frozen process off, so with such a log it gets SIGKILL instead, as from a supervisor that
     * replaces it.
     */
    TASK_MANAGER_FROZEN,
    /** The log's disk has no space left for some seconds. */
    LOG_DISK_FULL,
    /** The log's disk does ten writes per second for some seconds. */
    LOG_DISK_SLOW,
    /** SIGKILL of the broker with the log, which is restarted at once. */
    BROKER_RESTARTED,
    /**
     * SIGKILL of the broker with the log, which is restarted when the job has failed because of it.
     */
    BROKER_GONE,
    /** SIGKILL of one of the two DataNodes with the log, which is restarted in the end. */
    DATA_NODE_KILLED,
    /**
     * SIGKILL of NameNode and DataNodes, which are restarted when the job has failed because of it.
     */
    HDFS_GONE,
    /** Two TaskManagers cannot reach each other, but the JobManager reaches both. */
    NETWORK_CUT;

    /** Why this fault cannot be tried on this machine or with this log; empty if it can. */
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
