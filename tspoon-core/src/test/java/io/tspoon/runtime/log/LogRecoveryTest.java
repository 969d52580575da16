/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is read back after which history of runs. Transactions are numbers, jobs are letters. */
class LogRecoveryTest {
    /** Of a frame, see the log format. */
    private static final int PREFIX_BYTES = 24;

    private static final int LENGTH_OFFSET = 8;
    private static final Snapshot NOTHING = new Snapshot(Snapshot.NONE, "");

    @TempDir Path directory;

    private FileLog log;
    private boolean acceptsLoss;

    @BeforeEach
    void open() {
        log = new FileLog(directory.toUri().toString());
    }

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

    // ------------------------------------------------------------------ what is gone

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
                    .filteredOn(message -> message.startsWith("Skipped part of a write-ahead log"))
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
                    .startsWith("Left out unfinished writes")
                    .contains("part=0, file=file:" + segmentFile(0, 1))
                    .endsWith(", offset=" + begin + ", bytes=" + (flushBytes(3) - 1));
        }
    }

    // ------------------------------------------------------------------ logs

    private record Segment(LogHeader header, long[] transactions) {}

    private Segment run(String job, Snapshot restored, long... transactions) throws IOException {
        return segment(job, Beginning.RUN, restored, transactions);
    }

    private Segment checkpoint(String job, long id, long... transactions) throws IOException {
        return segment(job, Beginning.CHECKPOINT, new Snapshot(id, job), transactions);
    }

    private Segment segment(String job, Beginning beginning, Snapshot of, long... transactions)
            throws IOException {
        return new Segment(LoggedNumbers.header("g", job, beginning, of), transactions);
    }

    private void part(int part, Segment... segments) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            long ticket = 0;
            for (Segment segment : segments) {
                writer.roll(segment.header().encode());
                for (long id : segment.transactions()) {
                    LogRecords records = LoggedNumbers.record(id);
                    writer.append(++ticket, records.array(), records.length());
                    writer.deleteBefore(Long.MIN_VALUE); // ends the flush
                }
            }
        }
    }

    /** A segment whose record is no transaction. */
    private void wrongSegment(int part, byte[] header) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            writer.roll(header);
            LogRecords records = new LogRecords();
            records.begin().write(1);
            records.end();
            writer.append(1, records.array(), records.length());
        }
    }

    private Path segmentFile(int part, long sequence) {
        return directory.resolve("g/" + part + "/" + String.format("%020d.log", sequence));
    }

    private void delete(int part, long sequence) throws IOException {
        Files.delete(segmentFile(part, sequence));
    }

    /** Damages the header of a segment, or the first flush after it. */
    private void damage(int part, long sequence, boolean behindHeader) throws IOException {
        damage(part, sequence, behindHeader ? 1 : 0);
    }

    private void damage(int part, long sequence, int flush) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        int begin = 0;
        for (int before = 0; before < flush; before++) {
            begin += PREFIX_BYTES + ByteBuffer.wrap(bytes, begin + LENGTH_OFFSET, 4).getInt();
        }
        bytes[begin + PREFIX_BYTES] ^= 1;
        Files.write(file, bytes);
    }

    /** What a transaction takes that is alone in its flush. */
    private static int flushBytes(long id) throws IOException {
        return PREFIX_BYTES + LoggedNumbers.record(id).length();
    }

    private void cutOff(int part, long sequence) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    }

    private List<Long> recovered(String job, Snapshot restored, Integer... mustExist)
            throws Exception {
        return LoggedNumbers.recovered(
                log, "g", Origin.of(job, restored), acceptsLoss, Set.of(mustExist));
    }

    private LogRecovery recovery(String job, Snapshot restored) {
        return new LogRecovery(log, "g", Origin.of(job, restored), acceptsLoss);
    }
}
