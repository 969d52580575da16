/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import org.junit.jupiter.api.Test;

import java.util.Set;

import static io.tspoon.runtime.log.SegmentLedger.ALL_NEEDED;
import static org.assertj.core.api.Assertions.assertThat;

class SegmentLedgerTest {
    private final SegmentLedger ledger = new SegmentLedger(1, 2);

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
        SegmentLedger three = new SegmentLedger(3, 2);
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
        assertThat(ledger.savepoints()).containsExactly(2L);
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
        assertThat(ledger.snapshots()).containsExactly(1L, 2L);
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
        SegmentLedger next = new SegmentLedger(1, 2);
        next.inherited(7, 70, true);

        next.begun(8, 80, false);
        assertThat(next.completed(8)).isEqualTo(80);
    }

    @Test
    void savepointThatTheJobCameBackFromStays() {
        SegmentLedger next = new SegmentLedger(1, 2);
        next.inherited(7, 70, false);
        Set<Long> inherited = next.snapshots();

        for (long id = 8; id < 20; id++) {
            next.begun(id, 10 * id, false);
            assertThat(next.completed(id)).isEqualTo(70);
        }
        assertThat(next.keepsAny(inherited)).isTrue();
        next.begun(20, 200, true);
        next.begun(21, 210, true);
        next.begun(22, 220, false);
        assertThat(next.completed(22)).isEqualTo(200);
        assertThat(next.keepsAny(inherited)).isFalse();
    }

    @Test
    void whatIsKeptIsKeptByTheNextRun() {
        ledger.inherited(3, 30, false);
        ledger.inherited(5, 50, false);
        assertThat(checkpoint(6)).isEqualTo(30);
        assertThat(ledger.savepoints()).containsExactly(3L, 5L);
    }
}
