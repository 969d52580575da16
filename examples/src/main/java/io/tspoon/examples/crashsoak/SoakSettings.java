/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import io.tspoon.examples.trial.Oracle;
import io.tspoon.examples.trial.Transfers;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.Durability;
import io.tspoon.transaction.IsolationLevel;

import java.nio.file.Path;

/**
 * What a run does: the checked options.
 *
 * @param rate transfers per second
 * @param seconds how long new transfers arrive
 * @param directory existing directory for all files of the run
 */
record SoakSettings(
        Durability durability,
        IsolationLevel isolation,
        ConcurrencyControl concurrencyControl,
        int parallelism,
        int seconds,
        int rate,
        int accounts,
        long seed,
        Path directory) {
    private static final long MS_PER_SECOND = 1_000;

    long count() {
        return (long) rate * seconds;
    }

    /**
     * The time at which the last transfer is due.
     *
     * @param startedAtMs time at which the first one is due
     */
    long inputEndsAtMs(long startedAtMs) {
        return startedAtMs + seconds * MS_PER_SECOND;
    }

    Transfers transfers() {
        return new Transfers(seed, accounts);
    }

    Path results() {
        return directory.resolve("results");
    }

    Path checkpoints() {
        return directory.resolve("checkpoints");
    }

    Path log() {
        return directory.resolve("log");
    }

    Path observed() {
        return directory.resolve("observed.txt");
    }

    Oracle oracle() {
        return new Oracle(transfers(), count(), durability, isolation);
    }
}
