/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.EnumSet;
import java.util.stream.Stream;

/** Faults of a job without a log that only timeouts notice, see {@link FaultsITCase}. */
class CheckpointFaultsITCase {
    @TestFactory
    Stream<DynamicTest> jobWithCheckpoints() throws Exception {
        return Strikes.strike(
                EnumSet.of(FaultKind.TASK_MANAGER_FROZEN, FaultKind.NETWORK_CUT),
                LogPlace.NONE,
                Strikes.SHORT_TIMEOUTS);
    }
}
