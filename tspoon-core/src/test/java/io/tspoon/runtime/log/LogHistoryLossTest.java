/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogReader;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/** What is needed, and what is missed, if segments are gone or cannot be read. */
class LogHistoryLossTest extends LogHistoryFixture {
    // ------------------------------------------------------------------ what is gone

    /** What the run before had in the part is gone, though another one begins there. */
    @Test
    void deletedSegmentsBeforeARunAreMissed() {
        Snapshot first = new Snapshot(1, "A");
        Snapshot second = new Snapshot(2, "A");
        part(0, checkpoint("A", 1), checkpoint("A", 2), run("A", second));
        part(1, run("A", first), checkpoint("A", 2), run("A", second));
        LogHistory whole = history(Origin.of("C", first));
        assertThat(whole.starts()).isEqualTo(Map.of(0, 1L, 1, 1L));
        assertThat(whole.deletedBefore(1)).isNull();

        segments.get(1).remove(1L);
        assertThat(history(Origin.of("C", first)).deletedBefore(1)).isEqualTo(checkpoint("A", 2));
    }

    /** Job A keeps its id: with a log, a week without one, and with the old log in its place. */
    @Test
    void logFromBeforeASnapshotWithoutLogIsNotNeeded() {
        Snapshot withoutLog = new Snapshot(2, "");
        for (Snapshot restored : List.of(withoutLog, new Snapshot(Snapshot.NONE, ""))) {
            part(0, at(10, checkpoint("A", 3)), at(20, savepoint("A", 4)));
            for (LogHistory history : both(restored)) {
                assertThat(history.starts()).isEmpty();
                assertThat(history.deletedBefore(0)).isNull();
                assertThat(history.isForeign(0)).isTrue();
            }
        }

        part(
                0,
                at(10, checkpoint("A", 3)),
                at(20, savepoint("A", 4)),
                at(90, run("A", withoutLog)));
        for (LogHistory history : both(withoutLog)) {
            assertThat(history.starts()).isEqualTo(Map.of(0, 3L));
            assertThat(history.deletedBefore(0)).isNull();
            assertThat(history.loss(0)).isNull();
            assertThat(history.isForeign(0)).isFalse();
        }
    }

    /** Those of two jobs have one number, as those of a job that keeps its id may have. */
    @Test
    void runsFromSnapshotsWithoutLogAreToldApartByJobAndTime() {
        Snapshot ofX = Snapshot.withoutLog(1, "X");
        part(0, at(20, run("A", ofX)), at(30, checkpoint("A", 2)));
        assertThat(starts(Origin.withoutLog("A", 1, "X", 10))).isEqualTo(Map.of(0, 1L));
        assertThat(starts(Origin.withoutLog("C", 1, "X", 10))).isEqualTo(Map.of(0, 1L));
        assertThat(starts(Origin.withoutLog("A", 1, "X", 60_020)))
                .as("clocks that differ by a minute")
                .isEqualTo(Map.of(0, 1L));

        for (Origin other :
                List.of(
                        Origin.withoutLog("B", 1, "Y", 10),
                        Origin.withoutLog("A", 1, "X", 60_021))) {
            LogHistory history = history(other);
            assertThat(history.starts()).isEmpty();
            assertThat(history.deletedBefore(0)).isNull();
            assertThat(history.isForeign(0)).isTrue();
        }
    }

    /** What came behind it is not: it came later than the snapshot. */
    @Test
    void lostRunFromASnapshotWithoutLogIsMissed() {
        Origin origin = Origin.withoutLog("A", 1, "X", 10);
        Segment first = at(20, checkpoint("A", 2));
        part(0, first);
        assertThat(history(origin).deletedBefore(0)).isEqualTo(first);
        assertThat(lossy(origin).starts()).isEqualTo(Map.of(0, 1L));

        part(0, first, at(30, run("A", Snapshot.withoutLog(1, "X"))));
        assertThat(history(origin).deletedBefore(0)).isEqualTo(first);
        assertThat(lossy(origin).starts()).isEqualTo(Map.of(0, 1L));

        part(0, at(5, checkpoint("A", 2)));
        assertThat(lossy(origin).starts()).as("an older log").isEmpty();
    }

    /** The other part tells that the job had begun from there. */
    @Test
    void deletedRunFromASnapshotWithoutLogIsMissed() {
        Snapshot withoutLog = new Snapshot(7, "");
        part(0, at(10, run("A", withoutLog)), at(20, checkpoint("A", 8)));
        part(1, at(20, checkpoint("A", 8)), at(30, run("A", withoutLog)));
        for (String job : List.of("A", "C")) {
            assertThat(history(Origin.of(job, withoutLog)).deletedBefore(1))
                    .isEqualTo(at(20, checkpoint("A", 8)));
            assertThat(lossy(Origin.of(job, withoutLog)).starts()).isEqualTo(Map.of(0, 1L, 1, 1L));
        }
    }

    /** Of job A, without and with acceptance of loss. */
    private List<LogHistory> both(Snapshot restored) {
        Origin origin = Origin.of("A", restored);
        return List.of(history(origin), lossy(origin));
    }

    // ------------------------------------------------------------------ what is lost

    @Test
    void partThatHasLostItsBeginningIsNeededFromTheNextSnapshotOn() {
        part(0, checkpoint("A", 1), checkpoint("A", 3), run("A", new Snapshot(3, "A")));
        part(1, checkpoint("A", 1), checkpoint("A", 2), checkpoint("A", 3));
        gaps.put(0, new TreeSet<>(Set.of(1L)));
        Origin second = Origin.of("A", new Snapshot(2, "A"));
        assertThat(starts(second)).as("loss is not accepted").isEqualTo(Map.of(0, 3L, 1, 2L));
        assertThat(history(second).deletedBefore(0)).isEqualTo(checkpoint("A", 3));

        LogHistory history = lossy(second);
        assertThat(history.starts()).isEqualTo(Map.of(0, 2L, 1, 2L));
        assertThat(history.deletedBefore(0)).isNull();
        assertThat(history.loss(0))
                .isEqualTo(new LogHistory.Loss(1, List.of(), 2L, checkpoint("A", 3)));
        assertThat(history.loss(1)).isNull();
    }

    /** The checkpoint failed, so the job has gone back to the one before the savepoint. */
    @Test
    void failedCheckpointBehindALostSavepointIsLeft() {
        part(
                0,
                at(10, checkpoint("A", 1)),
                at(25, checkpoint("A", 3)),
                at(30, run("A", new Snapshot(1, "A"))),
                at(40, checkpoint("A", 4)));
        gaps.put(0, new TreeSet<>(Set.of(1L)));
        Origin second = new Origin("B", new Snapshot(2, "A"), true, 21, 1);
        assertThat(lossy(second).starts()).isEqualTo(Map.of(0, 2L));
    }

    /** The fifth came before the job was set back and took the second that is restored. */
    @Test
    void snapshotFromBeforeAJobWasSetBackIsNotLeft() {
        part(
                0,
                at(10, checkpoint("A", 5)),
                at(20, run("A", new Snapshot(1, "A"))),
                at(40, checkpoint("A", 3)));
        gaps.put(0, new TreeSet<>(Set.of(2L)));
        Origin second = new Origin("A", new Snapshot(2, "A"), false, 31, 1);
        assertThat(lossy(second).starts()).isEqualTo(Map.of(0, 3L));
    }

    /** Another job has begun from an older savepoint: only the time tells that it came after. */
    @Test
    void runFromAnOlderSavepointBehindWhatCannotBeReadIsLeft() {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                at(10, savepoint("A", 1)),
                at(15, run("A", first)),
                at(30, run("B", first)),
                at(40, checkpoint("B", 2)));
        gaps.put(0, new TreeSet<>(Set.of(2L)));
        Origin third = new Origin("C", new Snapshot(3, "A"), true, 21, 1);
        LogHistory history = lossy(third);
        assertThat(history.starts()).isEqualTo(Map.of(0, 3L));
        assertThat(history.loss(0))
                .isEqualTo(new LogHistory.Loss(2, List.of(), 3L, at(30, run("B", first))));

        gaps.clear();
        assertThat(lossy(third).starts()).as("the part had ended").isEmpty();
    }

    /** Its run is known from the other part only, and that from what is left of it. */
    @Test
    void partsThatHaveLostTheirBeginningsTellOfOthers() {
        Snapshot second = new Snapshot(2, "A");
        part(0, checkpoint("A", 2));
        part(1, run("A", second), checkpoint("A", 3));
        gaps.put(0, new TreeSet<>(Set.of(LogReader.BEGINNING)));
        assertThat(lossy(Origin.of("C", new Snapshot(1, "A"))).starts())
                .isEqualTo(Map.of(0, 1L, 1, 1L));
    }

    @Test
    void whatIsSkippedIsKnown() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1), run("B", new Snapshot(7, "D")), run("A", first));
        gaps.put(0, new TreeSet<>(Set.of(1L)));
        assertThat(lossy(Origin.of("A", new Snapshot(2, "A"))).loss(0))
                .isEqualTo(new LogHistory.Loss(1, List.of(2L, 3L), null, null));
    }
}
