/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.EnumSet;
import java.util.stream.Stream;

/** Faults of a job whose log is on HDFS, see {@link FaultsITCase}. */
class HdfsFaultsITCase {
    @TestFactory
    Stream<DynamicTest> jobWithLogOnHdfs() throws Exception {
        return Strikes.strike(
                EnumSet.of(
                        FaultKind.TASK_MANAGER_FROZEN,
                        FaultKind.DATA_NODE_KILLED,
                        FaultKind.HDFS_GONE),
                LogPlace.HDFS,
                Strikes.SHORT_TIMEOUTS);
    }
}
