/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.trial;

import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A sink with exactly-once guarantees: lines in files, which are read when the job has ended. */
public final class SinkFiles {
    /** Prefix of files that were not committed. */
    private static final String HIDDEN = ".";

    private SinkFiles() {}

    /** Takes lines of {@link Settled}. What is in its files was committed with a checkpoint. */
    public static FileSink<String> sink(Path directory) {
        return FileSink.<String>forRowFormat(
                        new org.apache.flink.core.fs.Path(directory.toUri()),
                        new SimpleStringEncoder<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .build();
    }

    public static List<Settled> read(Path directory) throws IOException {
        List<Path> committed;
        try (Stream<Path> files = Files.list(directory)) {
            committed =
                    files.filter(Files::isRegularFile)
                            .filter(file -> !String.valueOf(file.getFileName()).startsWith(HIDDEN))
                            .toList();
        }
        List<Settled> results = new ArrayList<>();
        for (Path file : committed) {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                results.add(Settled.parse(line));
            }
        }
        return results;
    }
}
