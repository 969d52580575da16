/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/**
 * The first segment of the only part cannot be read. Job A began it at its first checkpoint and the
 * next at its second; the transactions in them have the same numbers.
 */
class DamagedBeginningTest {
    private static final long TAKEN_MS = 0;

    @TempDir Path directory;

    private FileLog log;

    @BeforeEach
    void write() throws Exception {
        log = new FileLog(directory.toUri().toString());
        try (LogWriter writer = log.openWriter("g", 0, cause -> {})) {
            for (long number = 1; number <= 2; number++) {
                writer.roll(
                        LoggedNumbers.header(
                                        "g", "A", Beginning.CHECKPOINT, new Snapshot(number, "A"))
                                .encode());
                LogRecords record = LoggedNumbers.record(number);
                writer.append(number, record.array(), record.length());
            }
        }
        Path first = directory.resolve("g/0/00000000000000000001.log");
        byte[] bytes = Files.readAllBytes(first);
        bytes[30]++;
        Files.write(first, bytes);
    }

    @Test
    void whatIsInFrontOfTheRestoredCheckpointIsNotNeeded() throws Exception {
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered(2, TAKEN_MS, 1)).containsExactly(2L);

            assertThat(messages.all())
                    .singleElement(STRING)
                    .startsWith("Passed over the beginning of a part of the write-ahead log")
                    .contains("graph=g, part=0, checkpoint=2")
                    .contains("00000000000000000001.log");
        }
    }

    @Test
    void whatFollowsTheRestoredCheckpointIsNeeded() {
        assertRefused(1, TAKEN_MS, 1);
    }

    /** The restored one may be that which cannot be read, and the other one of another branch. */
    @Test
    void checkpointOfWhichTheTimeIsNotKnownMayBeAnother() {
        assertRefused(2, Origin.UNKNOWN, 1);
    }

    /** Then it may be needed from a run on that cannot be read. */
    @Test
    void partThatWasNotWrittenAtTheCheckpointMayNeedIt() {
        assertRefused(2, TAKEN_MS, 0);
    }

    private void assertRefused(long checkpoint, long takenMs, int parts) {
        assertThatThrownBy(() -> recovered(checkpoint, takenMs, parts))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("00000000000000000001.log")
                .hasMessageContaining("log-accept-loss");
    }

    private List<Long> recovered(long checkpoint, long takenMs, int parts) throws Exception {
        Origin origin = new Origin("A", new Snapshot(checkpoint, "A"), false, takenMs, parts);
        return LoggedNumbers.recovered(log, "g", origin, false, Set.of());
    }
}
