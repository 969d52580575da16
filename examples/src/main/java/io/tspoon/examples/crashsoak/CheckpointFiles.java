/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkpoints that processes have left on disk. Read only while no process runs. */
final class CheckpointFiles {
    private static final String METADATA = "_metadata";
    private static final String PREFIX = "chk-";
    private static final int DEPTH = 3;

    private CheckpointFiles() {}

    /**
     * The newest complete checkpoint. It is the one with the highest number, because a job that was
     * restored from a checkpoint continues its numbering. It is complete if its metadata file
     * exists, which appears atomically.
     */
    static Optional<Path> newest(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.find(directory, DEPTH, (file, is) -> isMetadata(file))) {
            return files.map(CheckpointFiles::checkpoint)
                    .max(Comparator.comparingLong(CheckpointFiles::number));
        }
    }

    private static boolean isMetadata(Path file) {
        return file.endsWith(METADATA) && name(checkpoint(file)).startsWith(PREFIX);
    }

    private static Path checkpoint(Path metadata) {
        return java.util.Objects.requireNonNull(metadata.getParent());
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(name(checkpoint).substring(PREFIX.length()));
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
