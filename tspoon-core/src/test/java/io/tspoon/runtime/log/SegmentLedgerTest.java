/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.junit.jupiter.api.Test;

import static io.tspoon.runtime.log.SegmentLedger.ALL_NEEDED;
import static org.assertj.core.api.Assertions.assertThat;

class SegmentLedgerTest {
    private final SegmentLedger ledger = new SegmentLedger("A", 1, 2, 1);

    private long checkpoint(long id) {
        ledger.begun(id, 10 * id, false);
        return ledger.completed(id);
    }

    @Test
    void segmentsBeforeTheCompletedCheckpointMayGo() {
        assertThat(checkpoint(1)).isEqualTo(10);
        assertThat(checkpoint(2)).isEqualTo(20);
    }

    @Test
    void allRetainedCheckpointsKeepTheirSegments() {
        SegmentLedger three = new SegmentLedger("A", 3, 2, 1);
        for (long id = 1; id <= 5; id++) {
            three.begun(id, 10 * id, false);
            assertThat(three.completed(id)).isEqualTo(id < 3 ? ALL_NEEDED : 10 * (id - 2));
        }
    }

    @Test
    void savepointKeepsItsSegments() {
        checkpoint(1);
        ledger.begun(2, 20, true);

        assertThat(checkpoint(3)).isEqualTo(20);
        assertThat(ledger.savepoints()).containsExactly(new Snapshot(2, "A"));
    }

    @Test
    void onlyTheNewestSavepointsAreKept() {
        for (long id = 1; id <= 3; id++) {
            ledger.begun(id, 10 * id, true);
        }

        assertThat(checkpoint(4)).isEqualTo(20);
    }

    /** It may turn out to have failed, so it is not in the place of another one yet. */
    @Test
    void savepointThatIsTakenNowKeepsOutNoOther() {
        for (long id = 1; id <= 2; id++) {
            ledger.begun(id, 10 * id, true);
        }
        ledger.begun(3, 30, false);
        ledger.begun(4, 40, true);

        assertThat(ledger.completed(3)).isEqualTo(10);
        ledger.aborted(4);
        assertThat(checkpoint(5)).isEqualTo(10);
    }

    /** Flink may take a checkpoint beside it, which does not tell that it is complete. */
    @Test
    void savepointBesideWhichACheckpointWasTakenKeepsOutNoOther() {
        SegmentLedger two = new SegmentLedger("A", 1, 2, 2);
        two.begun(1, 10, true);
        two.begun(2, 20, true);
        two.begun(8, 80, true);
        two.begun(9, 90, false);

        assertThat(two.completed(9)).isEqualTo(10);
        two.aborted(8);
        two.begun(10, 100, false);
        assertThat(two.completed(10)).isEqualTo(10);

        two.begun(11, 110, true);
        two.begun(12, 120, true);
        two.begun(13, 130, false);
        assertThat(two.completed(13)).as("one of the last two is complete").isEqualTo(20);
    }

    @Test
    void savepointBesideACheckpointKeepsOutNoneOfAnEarlierRun() {
        SegmentLedger two = new SegmentLedger("A", 1, 2, 2);
        two.inherited(new Snapshot(1, "A"), 10);
        two.inherited(new Snapshot(2, "A"), 20);
        two.begun(8, 80, true);
        two.begun(9, 90, false);

        assertThat(two.completed(9)).isEqualTo(10);
    }

    @Test
    void failedSavepointKeepsNothing() {
        ledger.begun(1, 10, true);
        ledger.aborted(1);
        assertThat(checkpoint(2)).isEqualTo(20);
    }

    /** Flink gives up the checkpoints before one that is complete, and need not tell. */
    @Test
    void checkpointThatWasOvertakenKeepsNothing() {
        ledger.begun(1, 10, false);
        ledger.begun(2, 20, false);
        assertThat(ledger.completed(2)).isEqualTo(20);
        assertThat(ledger.savepoints()).isEmpty();
    }

    /** Flink tells that it is complete, and goes back to the checkpoint if the job fails. */
    @Test
    void savepointThatAJobStopsWithLeavesTheCheckpointItsSegments() {
        checkpoint(1);
        ledger.begun(2, 20, true);

        assertThat(ledger.completed(2)).isEqualTo(ALL_NEEDED);
        ledger.aborted(2);
        ledger.begun(3, 30, false);
        assertThat(ledger.completed(3)).as("the first was there still").isEqualTo(30);
    }

    @Test
    void abortedCheckpointKeepsNothing() {
        ledger.begun(1, 10, false);
        ledger.aborted(1);
        assertThat(checkpoint(2)).isEqualTo(20);
    }

    /** The coordinator waits for what is in flight, or for its recovery, before it begins one. */
    @Test
    void checkpointMayBeAbortedBeforeItIsBegun() {
        ledger.aborted(1);
        ledger.begun(1, 10, false);

        assertThat(checkpoint(2)).isEqualTo(20);
        assertThat(ledger.savepoints()).isEmpty();
    }

    @Test
    void savepointMayBeToldToHaveFailedLate() {
        ledger.begun(1, 10, true);
        assertThat(checkpoint(2)).isEqualTo(10);

        ledger.aborted(1);
        assertThat(checkpoint(3)).isEqualTo(30);
    }

    @Test
    void checkpointThatTheJobCameBackFromGoesWithTheNext() {
        ledger.restored(new Snapshot(7, "B"), 70);
        assertThat(ledger.keepsEarlierOnes()).isTrue();

        ledger.begun(8, 80, false);
        assertThat(ledger.completed(8)).isEqualTo(80);
        assertThat(ledger.keepsEarlierOnes()).isFalse();
    }

    /** Else nothing would be deleted where a job fails before it has so many of its own. */
    @Test
    void checkpointsThatWereCompleteBeforeTheJobCameBackCountAndGoFirst() {
        SegmentLedger three = new SegmentLedger("A", 3, 2, 1);
        three.restored(new Snapshot(6, "A"), 60);
        three.restored(new Snapshot(5, "B"), 50);
        assertThat(three.checkpoints())
                .containsExactlyInAnyOrder(new Snapshot(5, "B"), new Snapshot(6, "A"));

        for (long id = 7; id <= 9; id++) {
            assertThat(three.keepsEarlierOnes()).isTrue();
            three.begun(id, 10 * id, false);
            assertThat(three.completed(id)).isEqualTo(10 * (id - 2));
        }
        assertThat(three.keepsEarlierOnes()).isFalse();
        assertThat(three.checkpoints())
                .containsExactlyInAnyOrder(
                        new Snapshot(7, "A"), new Snapshot(8, "A"), new Snapshot(9, "A"));
    }

    /** One from before the part began needs it from the run on that comes behind it. */
    @Test
    void checkpointMayNeedLessThanALaterOne() {
        SegmentLedger three = new SegmentLedger("A", 3, 2, 1);
        three.restored(new Snapshot(5, "A"), 65);
        three.restored(new Snapshot(6, "A"), 60);
        three.begun(7, 70, false);

        assertThat(three.completed(7)).isEqualTo(60);
    }

    @Test
    void savepointThatTheJobCameBackFromStays() {
        ledger.inherited(new Snapshot(7, "B"), 70);

        for (long id = 8; id < 20; id++) {
            assertThat(checkpoint(id)).isEqualTo(70);
        }
        assertThat(ledger.keepsEarlierOnes()).isTrue();
        ledger.begun(20, 200, true);
        ledger.begun(21, 210, true);
        assertThat(checkpoint(22)).isEqualTo(200);
        assertThat(ledger.keepsEarlierOnes()).isFalse();
    }

    /** Jobs count apart: another one's savepoint is older, whatever its number. */
    @Test
    void savepointsOfAnotherJobGoFirst() {
        ledger.inherited(new Snapshot(60_000, "B"), 10);
        ledger.inherited(new Snapshot(5, "B"), 20);
        ledger.begun(6, 60, true);

        assertThat(checkpoint(7)).isEqualTo(20);
        assertThat(ledger.savepoints())
                .containsExactlyInAnyOrder(new Snapshot(5, "B"), new Snapshot(6, "A"));
    }

    /** Another coordinator began this run, and a savepoint, while this one was still reading. */
    @Test
    void savepointOfThisRunThatWasSeenEarlyCountsOnce() {
        ledger.runBegins(40);
        ledger.inherited(new Snapshot(1, "A"), 10);
        ledger.inherited(new Snapshot(5, "A"), 40);
        ledger.begun(5, 50, true);
        assertThat(checkpoint(6)).isEqualTo(10);

        ledger.inherited(new Snapshot(7, "A"), 40);
        ledger.aborted(7);
        assertThat(ledger.savepoints())
                .containsExactlyInAnyOrder(new Snapshot(1, "A"), new Snapshot(5, "A"));
    }

    @Test
    void checkpointOfTheNumberOfAnotherJobsSavepointIsNotThatOne() {
        ledger.inherited(new Snapshot(5, "B"), 50);
        ledger.aborted(5);
        ledger.begun(5, 500, false);
        assertThat(checkpoint(6)).isEqualTo(50);

        SegmentLedger other = new SegmentLedger("A", 1, 2, 1);
        other.inherited(new Snapshot(5, "B"), 50);
        other.begun(5, 500, false);
        assertThat(other.completed(5)).isEqualTo(50);
    }
}
