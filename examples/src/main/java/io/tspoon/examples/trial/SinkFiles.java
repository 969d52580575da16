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

    /** Takes lines. What is in its files was committed with a checkpoint. */
    public static FileSink<String> sink(Path directory) {
        return FileSink.<String>forRowFormat(
                        new org.apache.flink.core.fs.Path(directory.toUri()),
                        new SimpleStringEncoder<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .build();
    }

    /** Reads lines of {@link Settled}. */
    public static List<Settled> read(Path directory) throws IOException {
        return lines(directory).stream().map(Settled::parse).toList();
    }

    /** Reads what was committed by now. */
    public static List<String> lines(Path directory) throws IOException {
        List<Path> committed;
        try (Stream<Path> files = Files.list(directory)) {
            committed =
                    files.filter(Files::isRegularFile)
                            .filter(file -> !String.valueOf(file.getFileName()).startsWith(HIDDEN))
                            .toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path file : committed) {
            lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
        }
        return lines;
    }
}
