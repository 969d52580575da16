/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.EnumSet;
import java.util.stream.Stream;

/**
 * Processes, disks, networks, brokers and an HDFS fail under a job, one after the other: here with
 * a log in files, and with timers beside. {@code cluster/run faults} has the rest, and longer runs.
 */
class FaultsITCase {
    @TestFactory
    Stream<DynamicTest> jobWithLog() throws Exception {
        return Strikes.strikeTimers(
                EnumSet.of(
                        FaultKind.TASK_MANAGER_KILLED,
                        FaultKind.JOB_MANAGER_KILLED,
                        FaultKind.LOG_DISK_FULL),
                LogPlace.FILES);
    }
}
