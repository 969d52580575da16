/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/** From where on which part is needed, after which history of runs. */
class LogHistoryTest extends LogHistoryFixture {
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
}
