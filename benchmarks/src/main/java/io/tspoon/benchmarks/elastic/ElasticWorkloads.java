/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.benchmarks.measure.Configuration;
import io.tspoon.benchmarks.measure.Mix;
import io.tspoon.benchmarks.measure.Workload;

import java.time.Duration;
import java.util.List;

/** The workload after ChronoStream. */
public final class ElasticWorkloads {
    private static final double PER_SECOND = 2_000;
    private static final int RECORD_BYTES = 200;
    private static final int LARGE_BYTES = 2_000;
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** In a second RocksDB writes more of large records than a slow storage takes. */
    private static final Duration LARGE_INTERVAL = Duration.ofSeconds(10);

    private static final String HEAP = "hashmap";
    private static final String ROCKSDB = "rocksdb";

    private ElasticWorkloads() {}

    /** Records of 200 bytes; the largest state is run if asked for, as it takes much disk. */
    public static List<Workload> all() {
        return List.of(
                new Workload(
                        "D",
                        "Elasticity: pauses by size of state.",
                        "x heap-100k",
                        List.of(
                                of("heap-100k", HEAP, 100_000),
                                of("heap-1000k", HEAP, 1_000_000),
                                of("rocksdb-100k", ROCKSDB, 100_000),
                                of("rocksdb-1000k", ROCKSDB, 1_000_000)),
                        List.of(
                                of("rocksdb-10k", ROCKSDB, 10_000),
                                of("rocksdb-1000k-2kb", ROCKSDB, 1_000_000, LARGE_BYTES),
                                of("rocksdb-1000k-today", RECORD_BYTES, Restore.TODAY),
                                of("rocksdb-1000k-preset", RECORD_BYTES, Restore.PRESET),
                                of("rocksdb-1000k-kept", RECORD_BYTES, Restore.KEPT),
                                of("rocksdb-1000k-2kb-today", LARGE_BYTES, Restore.TODAY),
                                of("rocksdb-1000k-2kb-preset", LARGE_BYTES, Restore.PRESET),
                                of("rocksdb-1000k-2kb-kept", LARGE_BYTES, Restore.KEPT),
                                of(
                                        "rocksdb-10k-kept",
                                        ROCKSDB,
                                        10_000,
                                        RECORD_BYTES,
                                        Restore.KEPT))));
    }

    private static Configuration of(String name, int recordBytes, Restore restore) {
        return of(name, ROCKSDB, 1_000_000, recordBytes, restore);
    }

    private static Configuration of(String name, String stateBackend, int accounts) {
        return of(name, stateBackend, accounts, RECORD_BYTES);
    }

    private static Configuration of(
            String name, String stateBackend, int accounts, int recordBytes) {
        return of(name, stateBackend, accounts, recordBytes, Restore.TODAY);
    }

    private static Configuration of(
            String name, String stateBackend, int accounts, int recordBytes, Restore restore) {
        return new Configuration(
                        name,
                        new ElasticBank(
                                PER_SECOND,
                                recordBytes,
                                restore,
                                recordBytes == LARGE_BYTES ? LARGE_INTERVAL : INTERVAL),
                        stateBackend,
                        "heap-100k",
                        accounts,
                        Mix.TRANSFERS)
                .withParallelism(ElasticBank.PARALLELISM);
    }
}
