/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.crashsoak;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;

/** Some minutes in which processes are killed, as {@link CrashSoakITCase} has it in one process. */
class CrashSoakProcessesITCase {
    @TempDir Path directory;

    /** All kinds of crashes, at random, as far as there is time. */
    @Test
    void oracleHolds() {
        SoakTrial.holds(
                directory,
                20,
                "--durability=LOG",
                "--mode=processes",
                "--isolation=PL3",
                "--concurrency-control=LB");
    }

    /** Fewer kinds, each of which has to happen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOG | before_log,logged,recovery_replay",
                "LOG | snapshot,checkpoint_complete,recovery_open,recovery_read",
                "CHECKPOINT | killed_running,killed_recovering,killed_starting",
            })
    void crashesThatWereAskedForHappen(String durability, String crashes) {
        SoakTrial.holds(
                directory,
                4,
                "--durability=" + durability,
                "--mode=processes",
                "--crashes=" + crashes);
    }
}
