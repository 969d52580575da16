/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.runtime.log.SegmentLedger.Kept;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

import static io.tspoon.runtime.log.SegmentLedger.ALL_NEEDED;
import static org.assertj.core.api.Assertions.assertThat;

class SegmentLedgerTest {
    private final SegmentLedger ledger = new SegmentLedger(1, 2);

    private long checkpoint(long id) {
        ledger.begun(id, 10 * id);
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
            three.begun(id, 10 * id);
            assertThat(three.completed(id)).isEqualTo(id < 3 ? ALL_NEEDED : 10 * (id - 2));
        }
    }

    @Test
    void snapshotThatNobodyTellsOfIsASavepoint() {
        checkpoint(1);
        ledger.begun(2, 20);

        assertThat(checkpoint(3)).isEqualTo(20);
        assertThat(ledger.kept()).containsExactly(new Kept(2, 20));
    }

    @Test
    void onlyTheNewestSavepointsAreKept() {
        for (long id = 1; id <= 3; id++) {
            ledger.begun(id, 10 * id);
        }

        assertThat(checkpoint(4)).isEqualTo(20);
    }

    @Test
    void abortedCheckpointKeepsNothing() {
        ledger.begun(1, 10);
        ledger.aborted(1);
        assertThat(checkpoint(2)).isEqualTo(20);
    }

    /** The coordinator waits for what is in flight, or for its recovery, before it begins one. */
    @Test
    void checkpointMayBeAbortedBeforeItIsBegun() {
        ledger.aborted(1);
        ledger.begun(1, 10);

        assertThat(checkpoint(2)).isEqualTo(20);
        assertThat(ledger.kept()).isEmpty();
    }

    @Test
    void checkpointMayBeToldToBeAbortedLate() {
        ledger.begun(1, 10);
        assertThat(checkpoint(2)).isEqualTo(10);

        ledger.aborted(1);
        assertThat(checkpoint(3)).isEqualTo(30);
    }

    @Test
    void checkpointThatTheJobCameBackFromGoesWithTheNext() {
        ledger.begun(7, 70);
        SegmentLedger next = new SegmentLedger(1, 2);
        next.restore(ledger.kept());
        next.restored(7, 75, true);

        next.begun(8, 80);
        assertThat(next.completed(8)).isEqualTo(80);
    }

    @Test
    void savepointThatTheJobCameBackFromStays() {
        ledger.begun(7, 70);
        SegmentLedger next = new SegmentLedger(1, 2);
        next.restore(ledger.kept());
        next.restored(7, 75, false);
        Set<Long> inherited = next.snapshots();

        for (long id = 8; id < 20; id++) {
            next.begun(id, 10 * id);
            assertThat(next.completed(id)).isEqualTo(70);
        }
        assertThat(next.keepsAny(inherited)).isTrue();
        next.begun(20, 200);
        next.begun(21, 210);
        next.begun(22, 220);
        assertThat(next.completed(22)).isEqualTo(200);
        assertThat(next.keepsAny(inherited)).isFalse();
    }

    @Test
    void whatIsKeptIsKeptByTheNextRun() {
        ledger.restore(List.of(new Kept(3, 30), new Kept(5, 50)));
        assertThat(checkpoint(6)).isEqualTo(30);
        assertThat(ledger.kept()).containsExactly(new Kept(3, 30), new Kept(5, 50));
    }
}
