/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.EnumSet;
import java.util.stream.Stream;

/** Faults of a job whose log is in Kafka, see {@link FaultsITCase}. */
class BrokerFaultsITCase {
    @TestFactory
    Stream<DynamicTest> jobWithLogInKafka() throws Exception {
        return Strikes.strike(
                EnumSet.of(
                        FaultKind.TASK_MANAGER_KILLED,
                        FaultKind.TASK_MANAGER_FROZEN,
                        FaultKind.BROKER_RESTARTED,
                        FaultKind.BROKER_GONE),
                LogPlace.KAFKA,
                Strikes.SHORT_TIMEOUTS);
    }
}
