/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Deletes directories that somebody may still write to for a moment. */
public final class FileTree {
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_NS = 50_000_000;

    private FileTree() {}

    /**
     * Deletes a directory with all that is in it; it need not exist.
     *
     * @throws IOException if it is still there after a second
     */
    public static void delete(Path directory) throws IOException {
        for (int attempt = 1; Files.exists(directory); attempt++) {
            try {
                deleteOnce(directory);
            } catch (IOException | UncheckedIOException e) {
                if (attempt == ATTEMPTS) {
                    throw new IOException("Cannot delete: directory=" + directory, e);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private static void deleteOnce(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(directory)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
