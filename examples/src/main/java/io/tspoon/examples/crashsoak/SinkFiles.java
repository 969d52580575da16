/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the exactly-once sink holds when the job has ended. */
final class SinkFiles {
    /** Files that were not committed. */
    private static final String HIDDEN = ".";

    private SinkFiles() {}

    static List<Settled> read(Path directory) throws IOException {
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
