/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.rocksdb;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendFactory;

/**
 * RocksDB with kept files, for {@code state.backend.type}: Flink's own backend, which finds files
 * of checkpoints where its process has them already.
 *
 * <p>Each process keeps hard links of the files that its tasks have put into the newest
 * checkpoints. A restart of a job links them into the new databases, at any parallelism, and
 * fetches only what is missing. So neither a change of the parallelism nor a failure copies what
 * has stayed in its process.
 *
 * <p>Checkpoints and savepoints have Flink's format. Going over to this backend, and back to {@code
 * rocksdb}, is a plain restart.
 */
@PublicEvolving
public final class KeptFilesBackendFactory implements StateBackendFactory<StateBackend> {
    /** Flink creates it by the name of the class. */
    public KeptFilesBackendFactory() {}

    @Override
    public StateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader) {
        return KeptFilesBackend.of(config, classLoader);
    }
}
