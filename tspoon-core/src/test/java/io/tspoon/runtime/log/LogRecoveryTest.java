/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogCorruptedException;

import org.junit.jupiter.api.Test;

import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is read back after which history of runs. */
class LogRecoveryTest extends LogRecoveryFixture {
    // ------------------------------------------------------------------ one job

    @Test
    void nothingIsThereAtTheBeginning() throws Exception {
        assertThat(recovered("A", NOTHING)).isEmpty();
    }

    @Test
    void allIsRepeatedBeforeTheFirstCheckpoint() throws Exception {
        part(0, run("A", NOTHING, 1), run("A", NOTHING, 2), run("A", NOTHING, 3));
        assertThat(recovered("A", NOTHING)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void onlyWhatFollowsTheCheckpointIsRepeated() throws Exception {
        part(0, run("A", NOTHING, 1), checkpoint("A", 1, 2), checkpoint("A", 2, 3));
        assertThat(recovered("A", new Snapshot(2, "A"))).containsExactly(3L);
    }

    @Test
    void runsAndFailedCheckpointsInBetweenAreRepeated() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                run("A", NOTHING, 1),
                checkpoint("A", 1, 2),
                run("A", first, 3),
                checkpoint("A", 2, 4),
                run("A", first, 5));
        assertThat(recovered("A", first)).containsExactly(2L, 3L, 4L, 5L);
        assertThat(recovered("A", new Snapshot(2, "A"))).containsExactly(4L, 5L);
    }

    // ------------------------------------------------------------------ several jobs

    @Test
    void anotherJobGoesOnFromTheSnapshot() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 2), checkpoint("A", 2, 3), run("B", first, 4));
        assertThat(recovered("C", first)).containsExactly(2L, 3L, 4L);
    }

    @Test
    void partThatBeganAfterTheSnapshotIsRepeated() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1), run("B", first, 2));
        part(1, run("B", first, 12), checkpoint("B", 2, 13));
        assertThat(recovered("B", first)).containsExactly(1L, 2L, 12L, 13L);
        assertThat(recovered("B", new Snapshot(2, "B"))).containsExactly(13L);
    }

    @Test
    void logOfAnotherJobIsRefused() throws Exception {
        part(0, run("A", NOTHING, 1));
        assertThatThrownBy(() -> recovered("B", NOTHING))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is one of another job, graph=g, part=0, job=A")
                .hasMessageContaining("flink run --fromSavepoint")
                .hasMessageContaining("give the log another place")
                .hasMessageContaining("tspoon.g.log-accept-loss");
    }

    @Test
    void logOfAnotherJobIsRefusedBeforeItIsOpenedForWriting() throws Exception {
        part(0);
        part(1, run("A", NOTHING, 1), run("A", NOTHING, 2));
        assertThatThrownBy(() -> recovery("B", NOTHING).checkBeforeWriting(Set.of()))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is one of another job, graph=g, part=1, job=A");

        recovery("A", NOTHING).checkBeforeWriting(Set.of());
        recovery("B", new Snapshot(1, "A")).checkBeforeWriting(Set.of());
        acceptsLoss = true;
        recovery("B", NOTHING).checkBeforeWriting(Set.of());
    }

    /** It began with the loss of the other job's. */
    @Test
    void ownLogBehindThatOfAnotherJobIsNotRefused() throws Exception {
        part(0, run("A", NOTHING, 1), run("A", NOTHING, 2), run("B", NOTHING, 3));
        recovery("B", NOTHING).checkBeforeWriting(Set.of());
    }

    /** An earlier run may be in the midst of a write: only {@link LogRecovery#find} can tell. */
    @Test
    void damageIsNotRefusedBeforeThePartIsOpenedForWriting() throws Exception {
        part(0, run("A", NOTHING, 1), run("A", NOTHING, 2));
        damage(0, 1, false);
        recovery("B", NOTHING).checkBeforeWriting(Set.of());

        part(1, run("A", NOTHING, 3));
        assertThatThrownBy(() -> recovery("B", NOTHING).checkBeforeWriting(Set.of()))
                .hasMessageContaining("part=1, job=A");
    }

    @Test
    void jobFromASavepointWithoutLogDoesNotGoOnWithThatOfAnotherJob() throws Exception {
        part(0, run("A", NOTHING, 1), checkpoint("A", 1, 2));
        assertThatThrownBy(() -> recovered("B", new Snapshot(1, "")))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is one of another job");
    }

    /** Job A keeps its id: with a log, a week without one, and with the old log in its place. */
    @Test
    void jobFromASavepointWithoutLogDoesNotGoOnWithAnOlderOneOfItsOwn() throws Exception {
        Snapshot withoutLog = new Snapshot(2, "");
        part(0, checkpoint("A", 3, 1));
        assertThatThrownBy(() -> recovered("A", withoutLog))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is an older one of this job, graph=g, part=0, job=A")
                .hasMessageContaining("give the log another place, or delete it");

        acceptsLoss = true;
        assertThat(recovered("A", withoutLog)).isEmpty();
        part(0, run("A", withoutLog, 11));
        assertThat(recovered("A", withoutLog)).containsExactly(11L);
    }

    @Test
    void jobFromASavepointWithoutLogRepeatsItsOwn() throws Exception {
        Snapshot withoutLog = new Snapshot(7, "");
        part(0, run("A", withoutLog, 1));
        assertThat(recovered("A", withoutLog)).containsExactly(1L);
        assertThat(recovered("B", withoutLog)).containsExactly(1L);
        recovery("B", withoutLog).checkBeforeWriting(Set.of());
    }
}
