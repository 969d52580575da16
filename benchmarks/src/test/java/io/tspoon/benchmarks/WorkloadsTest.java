/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.RoundSettings;
import io.tspoon.benchmarks.measure.Workload;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WorkloadsTest {
    @Test
    void idsAreThoseOfTheDocumentedWorkloads() {
        assertThat(Workloads.all())
                .extracting(Workload::id)
                .containsExactly(
                        "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12",
                        "A13", "A14", "A15", "A16", "A17", "A18", "A19", "B-GS", "B-SL", "B-OB",
                        "B-TP", "C", "D", "E1", "F", "G1", "G2", "G3");
    }

    @Test
    void everyConfigurationHasItsOwnNameAndItsBaselineIsBesideIt() {
        for (Workload workload : Workloads.all()) {
            assertThat(workload.configurations())
                    .as(workload.id())
                    .extracting(Configuration::name)
                    .doesNotHaveDuplicates();
            assertThat(workload.configurations())
                    .as(workload.id())
                    .allMatch(one -> workload.named(one.baseline()) != null);
        }
    }

    @Test
    void busyWorkMakesCheckedRunShorterAndIdleSlower() {
        Configuration idle = find("A7", "tb-pl3-0ms");
        Configuration busy = find("A7", "tb-pl3-30ms");

        assertThat(idle.verifiedTransfers(2)).isEqualTo(RoundSettings.VERIFIED_TRANSFERS);
        assertThat(idle.verifiedAccounts(2)).isEqualTo(RoundSettings.VERIFIED_ACCOUNTS);
        assertThat(busy.verifiedTransfers(2)).isEqualTo(166);
        assertThat(busy.verifiedAccounts(2)).isEqualTo(10);
        assertThat(idle.idlePerSecond(2)).isEqualTo(RoundSettings.IDLE_PER_SECOND);
        assertThat(busy.idlePerSecond(2)).isBetween(3.0, 4.0);
    }

    private static Configuration find(String workload, String name) {
        return Workloads.all().stream()
                .filter(one -> one.id().equals(workload))
                .flatMap(one -> one.configurations().stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
