/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class KeyedBackendsTest {
    private final Configuration job = new Configuration();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.flink.state.forst.ForStKeyedStateBackend",
                "org.apache.flink.state.forst.sync.ForStSyncKeyedStateBackend"
            })
    void forStTakesNativeSavepointsOnly(String backend) {
        assertThat(KeyedBackends.takesNativeSavepointsOnly(backend)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.flink.runtime.state.heap.HeapKeyedStateBackend",
                "org.apache.flink.state.rocksdb.RocksDBKeyedStateBackend",
                "org.apache.flink.state.changelog.ChangelogKeyedStateBackend"
            })
    void othersTakeBoth(String backend) {
        assertThat(KeyedBackends.takesNativeSavepointsOnly(backend)).isFalse();
    }

    /** By default a snapshot stays its owner's. */
    @Test
    void changelogNeedsTheSnapshotForItself() {
        assertThat(KeyedBackends.refusalOfChangelog(job, "bank")).isNull();

        job.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///savepoint");
        assertThat(KeyedBackends.refusalOfChangelog(job, "bank"))
                .contains("graph=bank, snapshot=file:///savepoint. Set ")
                .contains("-claimMode CLAIM");

        job.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        assertThat(KeyedBackends.refusalOfChangelog(job, "bank")).isNull();
    }
}
