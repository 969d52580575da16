/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.rocksdb.KeptFilesBackendFactory;
import io.tspoon.rocksdb.KeptFilesOptions;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;

import java.time.Duration;

/** How instances come by their state after a change. */
enum Restore {
    /** As Flink does if it is not told otherwise. */
    TODAY {
        @Override
        void configure(Configuration configuration) {}
    },

    /** With all that Flink has for it, but does not do on its own. */
    PRESET {
        @Override
        void configure(Configuration configuration) {
            configuration.set(RocksDBConfigurableOptions.USE_INGEST_DB_RESTORE_MODE, true);
            configuration.set(
                    RocksDBConfigurableOptions.INCREMENTAL_RESTORE_ASYNC_COMPACT_AFTER_RESCALE,
                    true);
            configuration.set(
                    RocksDBConfigurableOptions.USE_DELETE_FILES_IN_RANGE_DURING_RESCALING, true);
        }
    },

    /** From files that the process has, in slots where they are. */
    KEPT {
        @Override
        void configure(Configuration configuration) {
            configuration.set(
                    StateBackendOptions.STATE_BACKEND, KeptFilesBackendFactory.class.getName());
            configuration.set(StateRecoveryOptions.LOCAL_RECOVERY, true);
            // Five jobs end within minutes: what they have left would fill the disk.
            configuration.set(KeptFilesOptions.RETENTION, Duration.ofMinutes(1));
        }
    };

    /** Sets what a cluster needs for it. */
    abstract void configure(Configuration configuration);
}
