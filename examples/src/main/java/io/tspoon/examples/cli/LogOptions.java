/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import io.tspoon.transaction.Durability;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/** The command-line options that say when a transaction is durable. */
public final class LogOptions {
    @Option(
            names = "--durability",
            paramLabel = "CHECKPOINT|LOG",
            description = {
                "From when on a transaction survives a crash: a checkpoint, or its result.",
                "LOG needs --log. Default: ${DEFAULT-VALUE}."
            })
    private Durability durability = Durability.CHECKPOINT;

    @Option(
            names = "--log",
            paramLabel = "DIR",
            description = {
                "With --durability LOG: directory of the write-ahead log.",
                "A job that finds a log there goes on with it."
            })
    private @Nullable Path directory;

    /**
     * URI of the directory of the write-ahead log; null for none.
     *
     * @throws WrongUseException if the options contradict each other
     */
    public @Nullable String location() {
        Path given = directory;
        if ((durability == Durability.LOG) != (given != null)) {
            throw new WrongUseException(
                    "Cannot log transactions: --durability LOG and --log belong together,"
                            + " --durability="
                            + durability
                            + ", --log="
                            + given
                            + ". Give both, or leave both out.");
        }
        return given == null ? null : given.toAbsolutePath().normalize().toUri().toString();
    }
}
