/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks;

import io.tspoon.benchmarks.harness.BenchmarkException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds what is wrong with the arguments of a command before it begins, as runs take hours.
 *
 * @param spec of the command
 */
record Arguments(CommandSpec spec) {
    /** Reads a file that was named. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * @throws ParameterException if it does not hold
     */
    void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /** Checks what part of a stored ratio must be left. */
    void requireThreshold(double threshold) {
        require(
                Guard.isThreshold(threshold),
                "--threshold must be more than 0, and at most 1: threshold=" + threshold);
    }

    /** What a named file says; if that is wrong, the argument is. */
    <T> T read(Reading<T> file) throws IOException {
        try {
            return file.read();
        } catch (BenchmarkException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Checks that a file can be written; null for none. */
    void requireWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        require(
                !Files.isDirectory(file),
                "Cannot write "
                        + option
                        + ": it is a directory, file="
                        + file
                        + ". Name a file in it");
        Path parent = file.toAbsolutePath().getParent();
        require(
                parent != null && Files.isDirectory(parent),
                "Cannot write "
                        + option
                        + ": no such directory, directory="
                        + parent
                        + ". Make it first");
        require(
                Files.isWritable(Files.exists(file) ? file : parent),
                "Cannot write " + option + ": not allowed, file=" + file);
    }

    /** Makes a directory, if there is none; null for none. */
    void makeDirectory(String option, @Nullable Path directory) {
        if (directory == null) {
            return;
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Cannot use "
                            + option
                            + ": it cannot be made a directory, directory="
                            + directory
                            + ", reason="
                            + e
                            + ". Name another one",
                    e);
        }
        require(
                Files.isWritable(directory),
                "Cannot use " + option + ": not allowed to write there, directory=" + directory);
    }
}
