/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.flink.FlinkHome;
import io.tspoon.examples.trial.storage.SlowStorage;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options of a command line about where state is kept, and how fast the storage is. */
final class StorageOptions {
    @Option(
            names = "--storage-rate",
            paramLabel = "BYTES",
            description = {
                "How much the storage for checkpoints moves in a second in each direction, for"
                        + " instance 100mb: a local directory has the page cache.",
                "Default: what the disk does."
            })
    private @Nullable String rate;

    @Option(
            names = "--kept-files",
            description = "RocksDB with kept files, instead of another state backend.")
    private boolean keepsFiles;

    @Option(
            names = "--copies",
            paramLabel = "N",
            description = {
                "How many other processes copy the kept files of each.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int copies = 1;

    /** Options of a job that keeps files. */
    static Map<String, String> keptFiles(int copies) {
        return Map.of(
                "state.backend.type",
                "io.tspoon.rocksdb.KeptFilesBackendFactory",
                "execution.checkpointing.incremental",
                "true",
                "tspoon.kept-files.copies",
                Integer.toString(copies));
    }

    /** The same for another job, if it keeps files. */
    TrialSettings of(TrialSettings settings) {
        return keepsFiles ? settings.options(keptFiles(copies)) : settings;
    }

    /** Jars that the cluster needs in its lib. */
    List<Path> library(FlinkHome home, Path directory) throws IOException {
        return rate == null ? List.of() : home.slowStorage(directory);
    }

    /** Options of the cluster, beside others. */
    Map<String, String> options(Path directory, Map<String, String> others) {
        Map<String, String> all = new HashMap<>();
        if (rate != null) {
            all.putAll(slow(directory, rate));
        }
        all.putAll(others);
        return all;
    }

    /** Options of a cluster or a job whose storage is slow. */
    static Map<String, String> slow(Path directory, String rate) {
        return Map.of(
                SlowStorage.RATE.key(),
                rate,
                "execution.checkpointing.dir",
                SlowStorage.uri(directory.resolve("checkpoints").toUri().toString()));
    }
}
