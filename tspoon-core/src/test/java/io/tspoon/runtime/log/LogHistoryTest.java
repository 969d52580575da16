/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogReader;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From where on which part is needed, after which history of runs. Jobs are letters; the segments
 * of a part are at positions 1, 2, and so on.
 */
class LogHistoryTest {
    private final NavigableMap<Integer, NavigableMap<Long, Segment>> segments = new TreeMap<>();
    private final Map<Integer, NavigableSet<Long>> gaps = new TreeMap<>();

    // ------------------------------------------------------------------ where parts begin

    @Test
    void anotherJobGoesOnFromTheSnapshot() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1), checkpoint("A", 2), run("B", first));
        assertThat(starts("C", first)).isEqualTo(Map.of(0, 1L));
    }

    @Test
    void checkpointsOfTheSameNumberAreToldApartByTheirJobs() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1), checkpoint("A", 2), run("B", first), checkpoint("B", 2));
        assertThat(starts("C", new Snapshot(2, "B"))).isEqualTo(Map.of(0, 4L));
        assertThat(starts("C", new Snapshot(2, "A"))).isEqualTo(Map.of(0, 2L));
    }

    /** The part of a coordinator that the second job did not have any more. */
    @Test
    void partLeftByAnotherJobIsNotTakenForOneOfTheSnapshot() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1), run("B", first), checkpoint("B", 2));
        part(1, checkpoint("A", 1), checkpoint("A", 2));
        assertThat(starts("B", new Snapshot(2, "B"))).isEqualTo(Map.of(0, 3L));
        assertThat(starts("B", first)).isEqualTo(Map.of(0, 1L, 1, 1L));
    }

    @Test
    void partThatHadEndedBeforeTheSnapshotIsNotNeeded() {
        part(0, checkpoint("A", 1), checkpoint("A", 2));
        part(1, checkpoint("A", 1));
        assertThat(starts("A", new Snapshot(2, "A"))).isEqualTo(Map.of(0, 2L));
    }

    @Test
    void partThatBeganAfterTheSnapshotIsNeeded() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1), run("B", first));
        part(1, run("B", first), checkpoint("B", 2));
        assertThat(starts("B", first)).isEqualTo(Map.of(0, 1L, 1, 1L));
        assertThat(starts("B", new Snapshot(2, "B"))).isEqualTo(Map.of(1, 2L));
    }

    /** The job went on with more instances from a checkpoint after the snapshot. */
    @Test
    void partThatBeganAfterALaterSnapshotIsNeeded() {
        Snapshot third = new Snapshot(3, "A");
        Snapshot fourth = new Snapshot(4, "A");
        part(0, checkpoint("A", 3), checkpoint("A", 4), run("A", fourth));
        part(1, run("A", fourth), checkpoint("A", 5));
        assertThat(starts("C", third)).isEqualTo(Map.of(0, 1L, 1, 1L));
        assertThat(starts("C", fourth)).isEqualTo(Map.of(0, 2L, 1, 1L));
    }

    /** Only part 2 tells of the checkpoint from which part 1 goes on. */
    @Test
    void partThatAnotherLaterPartTellsOfIsNeeded() {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1));
        part(1, run("B", new Snapshot(2, "B")));
        part(2, run("B", first), checkpoint("B", 2));
        assertThat(starts("C", first)).isEqualTo(Map.of(0, 1L, 1, 1L, 2, 1L));
    }

    // ------------------------------------------------------------------ what only time tells

    /** The job does not go back to a savepoint, but to the checkpoint before it. */
    @Test
    void partThatBeganAfterASavepointFromTheCheckpointBeforeIsNeeded() {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                checkpoint("A", 1),
                at(20, savepoint("A", 2)),
                at(30, run("A", first)),
                at(40, checkpoint("A", 3)));
        part(1, at(31, run("A", first)), at(40, checkpoint("A", 3)));
        assertThat(starts("C", new Snapshot(2, "A"))).isEqualTo(Map.of(0, 2L, 1, 1L));
    }

    /** What the earlier run logged is in the savepoint. */
    @Test
    void onlyTheRunAfterTheSavepointIsNeededOfTwoFromOneCheckpoint() {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                checkpoint("A", 1),
                at(10, run("A", first)),
                at(15, run("A", first)),
                at(20, savepoint("A", 2)),
                at(30, run("A", first)));
        part(1, at(10, run("A", first)), at(30, run("A", first)));
        assertThat(starts("C", new Snapshot(2, "A"))).isEqualTo(Map.of(0, 4L, 1, 2L));
    }

    /** One coordinator had ended when the savepoint was taken, and alone goes on afterwards. */
    @Test
    void runOfTheJobAfterTheSnapshotIsFoundWithoutItsOtherParts() {
        part(0, at(10, checkpoint("A", 3)), at(60, run("A", new Snapshot(4, "A"))));
        part(1, at(40, checkpoint("A", 4)), at(50, savepoint("A", 5)));
        Origin fifth = new Origin("C", new Snapshot(5, "A"), true, 51, 2);
        assertThat(starts(fifth)).isEqualTo(Map.of(0, 2L, 1, 2L));
    }

    /** Of a run with more coordinators, on a machine whose clock is ahead. */
    @Test
    void clocksThatDifferDoNotBringBackAPartThatHadEndedBefore() {
        Snapshot first = new Snapshot(1, "A");
        part(0, at(10, run("A", first)), at(20, checkpoint("A", 2)), at(30, checkpoint("A", 3)));
        part(1, at(1_010, run("A", first)), at(1_020, checkpoint("A", 2)));
        Origin third = new Origin("A", new Snapshot(3, "A"), false, 31, 1);
        assertThat(starts(third)).isEqualTo(Map.of(0, 3L));
    }

    /** A job that is set back under its own id counts from there again. */
    @Test
    void snapshotsOfTheSameJobAndNumberAreToldApartByTheirTime() {
        part(
                0,
                at(10, savepoint("A", 1)),
                at(20, savepoint("A", 2)),
                at(30, run("A", new Snapshot(1, "A"))),
                at(40, savepoint("A", 2)));
        Snapshot second = new Snapshot(2, "A");
        assertThat(starts(new Origin("A", second, true, 41, 1))).isEqualTo(Map.of(0, 4L));
        assertThat(starts(new Origin("A", second, true, 21, 1))).isEqualTo(Map.of(0, 2L));
    }

    /** When it was set back, it had fewer coordinators: what is in the other part came before. */
    @Test
    void partFromBeforeAJobWasSetBackIsNotNeeded() {
        Snapshot first = new Snapshot(1, "A");
        Snapshot second = new Snapshot(2, "A");
        part(
                0,
                at(10, savepoint("A", 1)),
                at(20, checkpoint("A", 2)),
                at(30, run("A", first)),
                at(40, checkpoint("A", 2)));
        part(1, at(10, savepoint("A", 1)), at(20, checkpoint("A", 2)));
        part(2, at(25, run("A", second)), at(27, checkpoint("A", 3)));
        LogHistory history = history(new Origin("A", second, false, 41, 1));
        assertThat(history.starts()).isEqualTo(Map.of(0, 4L));
        assertThat(history.deletedBefore(2)).isNull();

        assertThat(starts(new Origin("A", first, true, 11, 2)))
                .isEqualTo(Map.of(0, 1L, 1, 1L, 2, 1L));
    }

    // ------------------------------------------------------------------ savepoints

    @Test
    void savepointsAfterTheSnapshotAreKnown() {
        Snapshot first = new Snapshot(1, "A");
        Snapshot third = new Snapshot(3, "A");
        Snapshot fourth = new Snapshot(4, "A");
        part(0, savepoint("A", 1), checkpoint("A", 2), savepoint("A", 3));
        part(1, run("A", new Snapshot(2, "A")), savepoint("A", 4));
        LogHistory history = history(Origin.of("A", first));
        assertThat(history.laterSavepoints()).containsExactlyInAnyOrder(third, fourth);
        assertThat(history.position(0, third, 99)).isEqualTo(3);
        assertThat(history.position(1, fourth, 99)).isEqualTo(2);
        assertThat(history.position(1, first, 99)).as("all of the part").isEqualTo(1);
        assertThat(history.position(2, third, 99)).isEqualTo(99);
        assertThat(history.snapshotAt(0, 3)).isEqualTo(third);
        assertThat(history.snapshotAt(1, 1)).isNull();
    }

    /**
     * Job A goes on from job B's third, which is before B's fifth, and takes a fifth of its own: of
     * B's the part needs all that A's runs have written.
     */
    @Test
    void savepointsOfTheSameNumberAreToldApartByTheirJobs() {
        Snapshot third = new Snapshot(3, "B");
        Snapshot fourth = new Snapshot(4, "A");
        Snapshot fifth = new Snapshot(5, "B");
        part(
                0,
                at(10, savepoint("B", 3)),
                at(20, savepoint("B", 5)),
                at(30, run("A", third)),
                at(40, checkpoint("A", 4)),
                at(50, checkpoint("A", 5)),
                at(60, run("A", fourth)));
        part(
                1,
                at(30, run("A", third)),
                at(40, checkpoint("A", 4)),
                at(50, checkpoint("A", 5)),
                at(60, run("A", fourth)));
        LogHistory history = history(Origin.of("A", fourth));
        assertThat(history.position(0, fifth, 99)).isEqualTo(2);
        assertThat(history.position(1, fifth, 99)).isEqualTo(1);
        assertThat(history.inOrder(Set.of(fifth, third))).containsExactly(third, fifth);
        assertThat(starts("C", fifth)).isEqualTo(Map.of(0, 2L, 1, 1L));

        segments.get(1).headMap(3L).clear();
        Segment oldest = history(Origin.of("C", fifth)).deletedBefore(1);
        assertThat(oldest).isEqualTo(at(50, checkpoint("A", 5)));
    }

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

    // ------------------------------------------------------------------ histories

    static Segment run(String job, Snapshot from) {
        return new Segment(job, Beginning.RUN, from, 0);
    }

    static Segment checkpoint(String job, long id) {
        return new Segment(job, Beginning.CHECKPOINT, new Snapshot(id, job), 0);
    }

    static Segment savepoint(String job, long id) {
        return new Segment(job, Beginning.SAVEPOINT, new Snapshot(id, job), 0);
    }

    /** The same, begun at the time. */
    static Segment at(long ms, Segment segment) {
        return new Segment(segment.job(), segment.beginning(), segment.snapshot(), ms);
    }

    private void part(int part, Segment... all) {
        NavigableMap<Long, Segment> positions = new TreeMap<>();
        for (Segment segment : all) {
            positions.put(positions.size() + 1L, segment);
        }
        segments.put(part, positions);
    }

    private LogHistory lossy(Origin origin) {
        return new LogHistory(segments, gaps, origin, true);
    }

    private LogHistory history(Origin origin) {
        return new LogHistory(segments, origin);
    }

    private Map<Integer, Long> starts(Origin origin) {
        return history(origin).starts();
    }

    private Map<Integer, Long> starts(String job, Snapshot restored) {
        return starts(Origin.of(job, restored));
    }
}
