/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class KeyedBackendsTest {
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
}
