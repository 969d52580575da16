/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

import static io.tspoon.runtime.log.LogHistoryFixture.at;
import static io.tspoon.runtime.log.LogHistoryFixture.checkpoint;
import static io.tspoon.runtime.log.LogHistoryFixture.run;
import static io.tspoon.runtime.log.LogHistoryFixture.savepoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Job A keeps its id. It was stopped with its fifth snapshot, went back to an older one with a new
 * place for its log, and took a fifth there as well.
 */
class LogBranchesTest {
    private static final Snapshot FIFTH = new Snapshot(5, "A");
    private static final long WITHIN_MS = 600_000;
    private static final long CLOCKS_MS = 60_000;

    private final NavigableMap<Long, Segment> part = new TreeMap<>();

    @Test
    void snapshotOfAnotherBranchIsNotTakenForTheRestoredOne() {
        segments(at(WITHIN_MS, savepoint("A", 5)));
        long furthest = WITHIN_MS + WITHIN_MS + CLOCKS_MS;
        for (long near : new long[] {0, WITHIN_MS, furthest}) {
            LogHistory history = history(near);
            assertThat(history.starts()).isEqualTo(Map.of(0, 1L));
            assertThat(history.hasRestoredSnapshot(0)).isTrue();
            assertThat(history.isOfAnotherBranch()).isFalse();
        }
        for (long far : new long[] {-CLOCKS_MS - 1, furthest + 1}) {
            LogHistory history = history(far);
            assertThat(history.starts()).isEmpty();
            assertThat(history.hasRestoredSnapshot(0)).isFalse();
            assertThat(history.isOfAnotherBranch()).isTrue();
        }
    }

    /** The coordinator that tells the time has begun its segment by the same clock. */
    @Test
    void clocksThatDifferMakeNoOtherBranch() {
        segments(at(10, savepoint("A", 5)));
        NavigableMap<Long, Segment> other =
                new TreeMap<>(Map.of(1L, at(100 * WITHIN_MS, savepoint("A", 5))));
        LogHistory history =
                new LogHistory(
                        new TreeMap<>(Map.of(0, part, 1, other)),
                        new Origin("A", FIFTH, true, 10, WITHIN_MS, 2));
        assertThat(history.starts()).isEqualTo(Map.of(0, 1L, 1, 1L));
        assertThat(history.isOfAnotherBranch()).isFalse();
    }

    @Test
    void snapshotsMayTakeForEver() {
        segments(at(10, savepoint("A", 5)));
        LogHistory history =
                new LogHistory(
                        new TreeMap<>(Map.of(0, part)),
                        new Origin("A", FIFTH, true, 10, Long.MAX_VALUE, 1));
        assertThat(history.hasRestoredSnapshot(0)).isTrue();
    }

    /** Runs may begin from it at any time. */
    @Test
    void runFromTheSnapshotIsFoundHoweverMuchLaterItBegan() {
        long late = 100 * WITHIN_MS;
        segments(at(late, run("A", FIFTH)), at(late + 1, checkpoint("A", 6)));
        assertThat(history(0).starts()).isEqualTo(Map.of(0, 1L));
    }

    /** It was in the place before the other branch was. */
    @Test
    void runBeforeTheSnapshotIsNotNeededIfItsNumberWasGivenTwice() {
        long late = 100 * WITHIN_MS;
        segments(at(10, savepoint("A", 5)), at(20, run("A", FIFTH)), at(30, checkpoint("A", 6)));
        assertThat(history(late).starts()).isEmpty();
        assertThat(history(late).deletedBefore(0)).isNull();
    }

    @Test
    void logOfAnotherBranchIsRefused(@TempDir Path directory) throws Exception {
        FileLog log = new FileLog(directory.toUri().toString());
        try (LogWriter writer = log.openWriter("g", 0, cause -> {})) {
            writer.roll(LoggedNumbers.header("g", "A", Beginning.SAVEPOINT, FIFTH).encode());
        }
        LogRecovery near = new LogRecovery(log, "g", origin(WITHIN_MS), false);
        assertThat(near.find(Set.of(0), 1).starts()).containsOnlyKeys(0);

        LogRecovery far = new LogRecovery(log, "g", origin(2 * WITHIN_MS), false);
        assertThatThrownBy(() -> far.find(Set.of(0), 1))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("no segment begins at the restored checkpoint, graph=g")
                .hasMessageContaining("has taken one of this number at another time")
                .hasMessageContaining("tspoon.g.log-accept-loss");
    }

    private void segments(Segment... all) {
        for (Segment segment : all) {
            part.put(part.size() + 1L, segment);
        }
    }

    /** Of the fifth snapshot of the first branch. */
    private LogHistory history(long takenMs) {
        return new LogHistory(new TreeMap<>(Map.of(0, part)), origin(takenMs));
    }

    private static Origin origin(long takenMs) {
        return new Origin("A", FIFTH, true, takenMs, WITHIN_MS, 1);
    }
}
