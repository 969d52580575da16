/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkpoints that processes left on disk, while none of them runs. */
final class CheckpointFiles {
    private static final String METADATA = "_metadata";
    private static final String PREFIX = "chk-";
    private static final int DEPTH = 3;

    private CheckpointFiles() {}

    /**
     * The newest complete checkpoint. Its number tells, for a job that was restored from one counts
     * on from there; it is complete once its metadata is there, which appears as a whole.
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
