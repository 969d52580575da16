/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogCorruptedException;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a recovery does if something of the log is gone, damaged or unfinished. */
class LogRecoveryLossTest extends LogRecoveryFixture {
    @Test
    void everyPartOfTheSnapshotMustBeThere() throws Exception {
        part(0, checkpoint("A", 1, 1));
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A"), 0, 1))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("no segment begins at the restored checkpoint")
                .hasMessageContaining("part=1")
                .hasMessageContaining("tspoon.g.log-accept-loss");

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(1, "A"), 0, 1)).containsExactly(1L);
    }

    @Test
    void deletedSegmentsAreMissed() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1), run("B", first, 2));
        part(1, run("B", first, 12), checkpoint("B", 2, 13));
        delete(1, 1);
        assertThatThrownBy(() -> recovered("C", first))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("segments that the restored checkpoint needs were deleted")
                .hasMessageContaining("part=1");
    }

    @Test
    void damageIsRefusedOrLeftOut() throws Exception {
        part(0, checkpoint("A", 1, 1), run("A", new Snapshot(1, "A"), 2, 3));
        part(1, checkpoint("A", 1, 11));
        damage(0, 1, false);
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A")))
                .isInstanceOf(LogCorruptedException.class);

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(1, "A"))).contains(2L, 3L, 11L);
    }

    /** A checkpoint was begun there, and failed; or an older savepoint is restored. */
    @Test
    void whatFollowsADamagedBeginningIsKept() throws Exception {
        part(0, checkpoint("A", 1, 1), checkpoint("A", 2, 2, 3), run("A", new Snapshot(1, "A"), 4));
        damage(0, 1, false);
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A")))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("log-accept-loss");

        acceptsLoss = true;
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered("A", new Snapshot(1, "A"))).containsExactly(2L, 3L, 4L);
            assertThat(messages.all())
                    .anySatisfy(message -> assertThat(message).contains("" + segmentFile(0, 1)))
                    .anySatisfy(
                            message ->
                                    assertThat(message)
                                            .contains(
                                                    "Cannot recover all of write-ahead log",
                                                    "part=0, checkpoint=1, lost behind=beginning",
                                                    "skipped too=[]",
                                                    "repeated from=2 on (CHECKPOINT 2 of job A)"));
        }
    }

    @Test
    void whatFollowsADeletedBeginningIsKept() throws Exception {
        part(0, checkpoint("A", 1, 1), checkpoint("A", 2, 2), checkpoint("A", 3, 3));
        delete(0, 1);
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A"), 0))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("no segment begins at the restored checkpoint");

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(1, "A"), 0)).containsExactly(2L, 3L);
    }

    /** What is in front of the damage is in the checkpoint already. */
    @Test
    void whatIsBeforeADamagedBeginningIsNotRepeated() throws Exception {
        part(0, checkpoint("A", 1, 1), checkpoint("A", 2, 2), checkpoint("A", 3, 3));
        damage(0, 2, false);

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(2, "A"))).containsExactly(3L);
    }

    /** Nothing follows the damage: reading ends there. */
    @Test
    void damageInTheLastSegmentIsLeftOut() throws Exception {
        part(0, checkpoint("A", 1, 1, 2, 3));
        damage(0, 1, true);
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A")))
                .isInstanceOf(LogCorruptedException.class);

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(1, "A"))).isEmpty();
    }

    /** Flushes that are whole are left out, too: those behind the damaged one. */
    @Test
    void rangeThatIsLeftOutIsTold() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        Segment damaged = checkpoint("A", 1, 1, 2, 3, 4, 5);
        part(0, damaged, run("A", first, 6), run("A", first, 7, 8, 9));
        damage(0, 1, 3);
        damage(0, 3, 1);

        acceptsLoss = true;
        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered("A", first)).containsExactly(1L, 2L, 6L);

            long second = PREFIX_BYTES + damaged.header().encode().length + flushBytes(1);
            assertThat(messages.all())
                    .filteredOn(
                            message ->
                                    message.startsWith(
                                            "[TSP-3216] Skipped part of a write-ahead log"))
                    .satisfiesExactly(
                            message -> assertRange(message, place(1, second), place(2, 0), 2, 2),
                            message ->
                                    assertRange(message, place(3, 0), "the end of the part", 3, 6));
        }
    }

    private static void assertRange(
            String message, String behind, String upTo, int transactions, long timestamp) {
        assertThat(message)
                .contains("graph=g, part=0, behind=[" + behind + "], up to=[" + upTo + "]")
                .contains("transactions repeated before=" + transactions)
                .endsWith("timestamp of the last=" + timestamp);
    }

    /** In part 0, as readers tell it. */
    private String place(long sequence, long offset) {
        return "file=file:" + segmentFile(0, sequence) + ", offset=" + offset;
    }

    @Test
    void missingSegmentIsRefusedOrLeftOut() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1), run("A", first, 2), run("A", first, 3));
        delete(0, 2);

        assertSecondSegmentIsRefusedOrLeftOut(first, "a segment is missing");
    }

    /** All checksums are right: it was written so. */
    @Test
    void recordWithoutTransactionIsRefusedOrLeftOut() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1));
        wrongSegment(0, run("A", first).header().encode());
        part(0, run("A", first, 3));

        int offset = PREFIX_BYTES + run("A", first).header().encode().length;
        assertSecondSegmentIsRefusedOrLeftOut(first, segmentFile(0, 2) + ", offset=" + offset);
    }

    @Test
    void headerThatIsNoneIsRefusedOrLeftOut() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1));
        wrongSegment(0, new byte[] {1});
        part(0, run("A", first, 3));

        assertSecondSegmentIsRefusedOrLeftOut(first, segmentFile(0, 2) + ", offset=0");
    }

    /** The first has transaction 1, the third transaction 3; the switch is named once. */
    private void assertSecondSegmentIsRefusedOrLeftOut(Snapshot restored, String reason)
            throws Exception {
        assertThatThrownBy(() -> recovered("A", restored))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining(reason)
                .hasMessageMatching("(?s).*log-accept-loss((?!log-accept-loss).)*");

        acceptsLoss = true;
        assertThat(recovered("A", restored)).containsExactly(1L, 3L);
    }

    /** A checkpoint follows, so the flush was durable once. */
    @Test
    void lastFlushBeforeACheckpointIsNotTorn() throws Exception {
        part(0, checkpoint("A", 1, 1, 2, 3), checkpoint("A", 2, 11));
        cutOff(0, 1);
        assertThatThrownBy(() -> recovered("A", new Snapshot(1, "A")))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("a checkpoint came after it")
                .hasMessageContaining("log-accept-loss");

        acceptsLoss = true;
        assertThat(recovered("A", new Snapshot(1, "A"))).containsExactly(1L, 2L, 11L);
    }

    /** So its header was durable once, and flushes with it. */
    @Test
    void segmentBeforeACheckpointHasAHeader() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1), run("A", first, 2), checkpoint("A", 2, 3));
        Files.write(segmentFile(0, 2), new byte[0]);

        assertSecondSegmentIsRefusedOrLeftOut(first, segmentFile(0, 2) + ", offset=0");
    }

    @Test
    void lastFlushBeforeARunMayBeTorn() throws Exception {
        part(0, checkpoint("A", 1, 1, 2, 3), run("A", new Snapshot(1, "A"), 11));
        long begin = Files.size(segmentFile(0, 1)) - flushBytes(3);
        cutOff(0, 1);

        try (LoggedMessages messages = new LoggedMessages(LogRecovery.class)) {
            assertThat(recovered("A", new Snapshot(1, "A"))).containsExactly(1L, 2L, 11L);

            assertThat(messages.all())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("[TSP-3218] Left out unfinished writes")
                    .contains("part=0, file=file:" + segmentFile(0, 1))
                    .endsWith(", offset=" + begin + ", bytes=" + (flushBytes(3) - 1));
        }
    }
}
