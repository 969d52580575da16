/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogFiles;

import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;

/** The argument that all commands have: what to look at. */
final class LogPath {
    @Parameters(
            paramLabel = "PATH",
            description = "A log's directory, a t-graph's or a part's in it, or one segment.")
    String path;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    /** The parts at or below the path; a path without a scheme is a local one. */
    List<FileLogReader> open() throws IOException {
        boolean local = new Path(path).toUri().getScheme() == null;
        return LogFiles.open(
                local ? java.nio.file.Path.of(path).toAbsolutePath().normalize().toString() : path);
    }
}
