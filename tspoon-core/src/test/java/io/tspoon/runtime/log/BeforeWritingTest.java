/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Job B is started from the fifth snapshot of job A, and may not shut out who writes the log if it
 * cannot go on with it. Segments are begun at 0 ms.
 */
class BeforeWritingTest {
    private static final Snapshot FIFTH = new Snapshot(5, "A");
    private static final long WITHIN_MS = 600_000;

    /** Clocks differ by a minute at most. */
    private static final long LONG_BEFORE_MS = -WITHIN_MS - 60_001;

    @TempDir Path directory;

    private FileLog log;

    @BeforeEach
    void open() {
        log = new FileLog(directory.toUri().toString());
    }

    @Test
    void logThatLacksTheSnapshotIsRefused() throws IOException {
        segment(0, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        assertThatThrownBy(() -> check("B", LONG_BEFORE_MS, false))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("no segment begins at the restored checkpoint, graph=g")
                .hasMessageContaining("part=0, checkpoint=5, job=A")
                .hasMessageContaining("tspoon.g.log-accept-loss");
    }

    /** It may be the one that cannot be read yet, in which case it is the last. */
    @Test
    void snapshotThatMayFollowIsNotMissed() throws IOException {
        segment(0, Beginning.CHECKPOINT, new Snapshot(4, "A"));
        check("B", LONG_BEFORE_MS + 1, false);
        check("B", Origin.UNKNOWN, false);
    }

    @Test
    void logThatHasTheSnapshotIsNotRefused() throws IOException {
        segment(0, Beginning.SAVEPOINT, FIFTH);
        segment(0, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        segment(1, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        check("B", 0, false);
    }

    @Test
    void logOfTheJobThatTookTheSnapshotIsNotLookedAt() throws IOException {
        segment(0, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        check("A", LONG_BEFORE_MS, false);
    }

    @Test
    void whatIsMissingIsNotRefusedIfTheLossIsAccepted() throws IOException {
        segment(0, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        check("B", LONG_BEFORE_MS, true);
    }

    /** Its writer may be in the midst of a write: only {@link LogRecovery#find} can tell. */
    @Test
    void partThatCannotBeReadIsNotRefused() throws IOException {
        segment(0, Beginning.CHECKPOINT, new Snapshot(8, "A"));
        segment(0, Beginning.CHECKPOINT, new Snapshot(9, "A"));
        Path first = directory.resolve("g/0/" + String.format(Locale.ROOT, "%020d.log", 1));
        byte[] bytes = Files.readAllBytes(first);
        bytes[0] ^= 1;
        Files.write(first, bytes);
        check("B", LONG_BEFORE_MS, false);
    }

    private void segment(int part, Beginning beginning, Snapshot of) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            writer.roll(LoggedNumbers.header("g", of.job(), beginning, of).encode());
        }
    }

    /** Part 0 was written when the snapshot was taken, and as far as is known no other. */
    private void check(String job, long takenMs, boolean acceptsLoss) throws IOException {
        Origin origin = new Origin(job, FIFTH, true, takenMs, WITHIN_MS, 1);
        new LogRecovery(log, "g", origin, acceptsLoss).checkBeforeWriting(Set.of(0));
    }
}
