/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    private static final long ANOTHER_DAY_MS = Duration.ofDays(90).toMillis();

    @TempDir Path directory;

    private FileLog log;

    @BeforeEach
    void write() throws Exception {
        log = new FileLog(directory.toUri().toString());
        write(0, TAKEN_MS);
        Path first = directory.resolve("g/0/00000000000000000001.log");
        byte[] bytes = Files.readAllBytes(first);
        bytes[30]++;
        Files.write(first, bytes);
    }

    private void write(int part, long createdMs) throws Exception {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            for (long number = 1; number <= 2; number++) {
                writer.roll(header(part, number, createdMs).encode());
                LogRecords record = LoggedNumbers.record(number);
                writer.append(number, record.array(), record.length());
            }
        }
    }

    private static LogHeader header(int part, long checkpoint, long createdMs) throws IOException {
        return new LogHeader(
                "g",
                part,
                "A",
                Beginning.CHECKPOINT,
                checkpoint,
                "A",
                createdMs,
                LogHeader.Identification.KEY,
                List.of(),
                List.of(),
                LoggedSerializer.of(LongSerializer.INSTANCE));
    }

    @Test
    void whatIsInFrontOfTheRestoredCheckpointIsNotNeeded() throws Exception {
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered(2, TAKEN_MS, 1)).containsExactly(2L);

            assertThat(messages.all())
                    .singleElement(STRING)
                    .startsWith(
                            "[TSP-3217] Passed over the beginning of a part of the write-ahead log")
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

    /** Another part tells that the log is not of another branch as a whole. */
    @Test
    void checkpointOfAnotherTimeIsAnother() throws Exception {
        write(1, ANOTHER_DAY_MS);

        assertRefused(2, ANOTHER_DAY_MS, 2);
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
