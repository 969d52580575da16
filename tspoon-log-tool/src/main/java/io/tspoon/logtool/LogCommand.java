/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.logtool;

import io.tspoon.log.FileLogReader;
import io.tspoon.log.LogFiles;
import io.tspoon.log.TransactionReader;

import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** What all commands share: the path of the log, and the output. */
abstract class LogCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "PATH",
            description = "A log's directory, a t-graph's or a part's in it, or one segment.")
    String path;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this and exit.")
    boolean help;

    final Output out;

    LogCommand(Output out) {
        this.out = out;
    }

    @Override
    public final Integer call() throws IOException {
        try (out) {
            return run(open());
        }
    }

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    abstract int run(List<FileLogReader> parts) throws IOException;

    /** Opens the parts at or below the path; a path without a scheme is local. */
    private List<FileLogReader> open() throws IOException {
        boolean local = new Path(path).toUri().getScheme() == null;
        return LogFiles.open(
                local ? java.nio.file.Path.of(path).toAbsolutePath().normalize().toString() : path);
    }

    /**
     * Goes to the next segment, but passes over those that the job has deleted meanwhile.
     *
     * @return false at the end
     */
    static boolean nextSegment(FileLogReader reader, TransactionReader transactions)
            throws IOException {
        while (true) {
            try {
                return transactions.nextSegment();
            } catch (IOException e) {
                if (!reader.isDeleted()) {
                    throw e;
                }
            }
        }
    }
}
