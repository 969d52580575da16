/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.FileLog;
import io.tspoon.log.LogCorruptedException;
import io.tspoon.log.LogHeader;
import io.tspoon.log.LogHeader.Beginning;
import io.tspoon.log.LogRecords;
import io.tspoon.log.LogWriter;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.TransactionEncoder;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
    private long takenMs = Origin.UNKNOWN;
    private int parts = Integer.MAX_VALUE;

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
    void checkpointsOfTheSameNumberAreToldApartByTheirJobs() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                checkpoint("A", 1, 1),
                checkpoint("A", 2, 2),
                run("B", first, 3),
                checkpoint("B", 2, 4));
        assertThat(recovered("C", new Snapshot(2, "B"))).containsExactly(4L);
        assertThat(recovered("C", new Snapshot(2, "A"))).containsExactly(2L, 3L, 4L);
    }

    /** The part of a coordinator that the second job did not have any more. */
    @Test
    void partLeftByAnotherJobIsNotTakenForOneOfTheSnapshot() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, checkpoint("A", 1, 1), run("B", first, 3), checkpoint("B", 2, 4));
        part(1, checkpoint("A", 1, 11), checkpoint("A", 2, 12));
        assertThat(recovered("B", new Snapshot(2, "B"))).containsExactly(4L);
        assertThat(recovered("B", first)).containsExactly(1L, 3L, 4L, 11L, 12L);
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
    void partThatHadEndedBeforeTheSnapshotIsNotNeeded() throws Exception {
        part(0, checkpoint("A", 1, 1), checkpoint("A", 2, 2));
        part(1, checkpoint("A", 1, 11));
        assertThat(recovered("A", new Snapshot(2, "A"))).containsExactly(2L);
    }

    /** The job went on with more instances from a checkpoint after the snapshot. */
    @Test
    void partThatBeganAfterALaterSnapshotIsRepeated() throws Exception {
        Snapshot third = new Snapshot(3, "A");
        Snapshot fourth = new Snapshot(4, "A");
        part(0, checkpoint("A", 3, 1), checkpoint("A", 4, 2), run("A", fourth, 3));
        part(1, run("A", fourth, 13), checkpoint("A", 5, 14));
        assertThat(recovered("C", third, 0)).containsExactly(1L, 2L, 3L, 13L, 14L);
        assertThat(recovered("C", fourth, 0)).containsExactly(2L, 3L, 13L, 14L);
    }

    /** Only part 1 tells of the checkpoint from which part 2 goes on. */
    @Test
    void partThatAnotherLaterPartTellsOfIsRepeated() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        Snapshot second = new Snapshot(2, "B");
        part(0, checkpoint("A", 1, 1));
        part(1, run("B", second, 12));
        part(2, run("B", first, 21), checkpoint("B", 2, 22));
        assertThat(recovered("C", first)).containsExactly(1L, 12L, 21L, 22L);
    }

    /** The job does not go back to a savepoint, but to the checkpoint before it. */
    @Test
    void partThatBeganAfterASavepointFromTheCheckpointBeforeIsRepeated() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                checkpoint("A", 1, 1),
                savepoint("A", 2, 2).at(20),
                run("A", first, 3).at(30),
                checkpoint("A", 3, 4));
        part(1, run("A", first, 13).at(31), checkpoint("A", 3, 14));
        assertThat(recovered("C", new Snapshot(2, "A"))).containsExactly(2L, 3L, 4L, 13L, 14L);
    }

    /** What the earlier run logged is in the savepoint. */
    @Test
    void onlyTheRunAfterTheSavepointIsRepeatedOfTwoFromOneCheckpoint() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                checkpoint("A", 1, 1),
                run("A", first, 2).at(10),
                run("A", first, 3).at(15),
                savepoint("A", 2, 4).at(20),
                run("A", first, 5).at(30));
        part(1, run("A", first, 12).at(10), run("A", first, 15).at(30));
        assertThat(recovered("C", new Snapshot(2, "A"))).containsExactly(4L, 5L, 15L);
    }

    @Test
    void savepointsAfterTheSnapshotAreKnown() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(0, savepoint("A", 1, 1), checkpoint("A", 2, 2), savepoint("A", 3, 3));
        part(1, run("A", new Snapshot(2, "A"), 4), savepoint("A", 4, 5));
        LogHistory history = recovery("A", first).find(Set.of(0));
        Snapshot third = new Snapshot(3, "A");
        Snapshot fourth = new Snapshot(4, "A");
        assertThat(history.laterSavepoints()).containsExactlyInAnyOrder(third, fourth);
        assertThat(history.position(0, third, 99)).isEqualTo(3);
        assertThat(history.position(1, fourth, 99)).isEqualTo(2);
        assertThat(history.position(1, first, 99)).as("all of the part").isEqualTo(1);
        assertThat(history.position(2, third, 99)).isEqualTo(99);
    }

    /**
     * Job A goes on from job B's third, which is before B's fifth, and takes a fifth of its own: of
     * B's the part needs all that A's runs have written.
     */
    @Test
    void savepointsOfTheSameNumberAreToldApartByTheirJobs() throws Exception {
        Snapshot third = new Snapshot(3, "B");
        Snapshot fourth = new Snapshot(4, "A");
        Snapshot fifth = new Snapshot(5, "B");
        part(
                0,
                savepoint("B", 3, 1).at(10),
                savepoint("B", 5, 2).at(20),
                run("A", third, 3).at(30),
                checkpoint("A", 4, 4).at(40),
                checkpoint("A", 5, 5).at(50),
                run("A", fourth, 6).at(60));
        part(
                1,
                run("A", third, 13).at(30),
                checkpoint("A", 4, 14).at(40),
                checkpoint("A", 5, 15).at(50),
                run("A", fourth, 16).at(60));
        LogHistory history = recovery("A", fourth).find(Set.of(0, 1));
        assertThat(history.position(0, fifth, 99)).isEqualTo(2);
        assertThat(history.position(1, fifth, 99)).isEqualTo(1);
        assertThat(history.inOrder(Set.of(fifth, third))).containsExactly(third, fifth);
        assertThat(recovered("C", fifth, 0))
                .containsExactly(2L, 3L, 4L, 5L, 6L, 13L, 14L, 15L, 16L);

        delete(1, 1);
        delete(1, 2);
        assertThatThrownBy(() -> recovered("C", fifth, 0))
                .hasMessageContaining("segments that the restored checkpoint needs were deleted")
                .hasMessageContaining("part=1");
    }

    /** One coordinator had ended when the savepoint was taken, and alone goes on afterwards. */
    @Test
    void runOfTheJobAfterTheSnapshotIsFoundWithoutItsOtherParts() throws Exception {
        Snapshot fourth = new Snapshot(4, "A");
        part(0, checkpoint("A", 3, 1).at(10), run("A", fourth, 2).at(60));
        part(1, checkpoint("A", 4, 11).at(40), savepoint("A", 5, 12).at(50));
        takenMs = 51;
        parts = 2;
        assertThat(recovered("C", new Snapshot(5, "A"), 1)).containsExactly(2L, 12L);
    }

    /** Of a run with more coordinators, on a machine whose clock is ahead. */
    @Test
    void clocksThatDifferDoNotBringBackAPartThatHadEndedBefore() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                run("A", first, 1).at(10),
                checkpoint("A", 2, 2).at(20),
                checkpoint("A", 3, 3).at(30));
        part(1, run("A", first, 11).at(1_010), checkpoint("A", 2, 12).at(1_020));
        takenMs = 31;
        parts = 1;
        assertThat(recovered("A", new Snapshot(3, "A"), 0)).containsExactly(3L);
    }

    /** A job that is set back under its own id counts from there again. */
    @Test
    void snapshotsOfTheSameJobAndNumberAreToldApartByTheirTime() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        part(
                0,
                savepoint("A", 1, 1).at(10),
                savepoint("A", 2, 2).at(20),
                run("A", first, 3).at(30),
                savepoint("A", 2, 4).at(40));
        Snapshot second = new Snapshot(2, "A");
        takenMs = 41;
        assertThat(recovered("A", second, 0)).containsExactly(4L);
        takenMs = 21;
        assertThat(recovered("A", second, 0)).containsExactly(2L, 3L, 4L);
    }

    /** When it was set back, it had fewer coordinators: what is in the other part came before. */
    @Test
    void partFromBeforeAJobWasSetBackIsNotRepeated() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        Snapshot second = new Snapshot(2, "A");
        part(
                0,
                savepoint("A", 1, 1).at(10),
                checkpoint("A", 2, 2).at(20),
                run("A", first, 3).at(30),
                checkpoint("A", 2, 4).at(40));
        part(1, savepoint("A", 1, 11).at(10), checkpoint("A", 2, 12).at(20));
        part(2, run("A", second, 22).at(25), checkpoint("A", 3, 23).at(27));
        takenMs = 41;
        parts = 1;
        assertThat(recovered("A", second, 0)).containsExactly(4L);
        takenMs = 11;
        parts = 2;
        assertThat(recovered("A", first, 0, 1)).containsExactly(1L, 2L, 3L, 4L, 11L, 12L, 22L, 23L);
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
        assertThatThrownBy(() -> recovery("B", NOTHING).checkBeforeWriting())
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is one of another job, graph=g, part=1, job=A");

        recovery("A", NOTHING).checkBeforeWriting();
        recovery("B", new Snapshot(1, "A")).checkBeforeWriting();
        acceptsLoss = true;
        recovery("B", NOTHING).checkBeforeWriting();
    }

    /** It began with the loss of the other job's. */
    @Test
    void ownLogBehindThatOfAnotherJobIsNotRefused() throws Exception {
        part(0, run("A", NOTHING, 1), run("A", NOTHING, 2), run("B", NOTHING, 3));
        recovery("B", NOTHING).checkBeforeWriting();
    }

    /** An earlier run may be in the midst of a write: only {@link LogRecovery#find} can tell. */
    @Test
    void damageIsNotRefusedBeforeThePartIsOpenedForWriting() throws Exception {
        part(0, run("A", NOTHING, 1), run("A", NOTHING, 2));
        damage(0, 1, false);
        recovery("B", NOTHING).checkBeforeWriting();

        part(1, run("A", NOTHING, 3));
        assertThatThrownBy(() -> recovery("B", NOTHING).checkBeforeWriting())
                .hasMessageContaining("part=1, job=A");
    }

    @Test
    void jobFromASavepointWithoutLogDoesNotGoOnWithThatOfAnotherJob() throws Exception {
        part(0, run("A", NOTHING, 1), checkpoint("A", 1, 2));
        assertThatThrownBy(() -> recovered("B", new Snapshot(1, "")))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("there is one of another job");
    }

    @Test
    void jobFromASavepointWithoutLogRepeatsItsOwn() throws Exception {
        Snapshot withoutLog = new Snapshot(7, "");
        part(0, run("A", withoutLog, 1));
        assertThat(recovered("A", withoutLog)).containsExactly(1L);
        assertThat(recovered("B", withoutLog)).containsExactly(1L);
        recovery("B", withoutLog).checkBeforeWriting();
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

    /** What the run before had in the part is gone, though another one begins there. */
    @Test
    void deletedSegmentsBeforeARunAreMissed() throws Exception {
        Snapshot first = new Snapshot(1, "A");
        Snapshot second = new Snapshot(2, "A");
        part(0, checkpoint("A", 1, 1), checkpoint("A", 2, 2), run("A", second, 3));
        part(1, run("A", first, 11), checkpoint("A", 2, 12), run("A", second, 13));
        assertThat(recovered("C", first)).containsExactly(1L, 2L, 3L, 11L, 12L, 13L);
        delete(1, 1);
        assertThatThrownBy(() -> recovered("C", first))
                .isInstanceOf(LogCorruptedException.class)
                .hasMessageContaining("segments that the restored checkpoint needs were deleted")
                .hasMessageContaining("part=1")
                .hasMessageContaining("oldestCheckpoint=2");
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

    @Test
    void lastFlushBeforeARunMayBeTorn() throws Exception {
        part(0, checkpoint("A", 1, 1, 2, 3), run("A", new Snapshot(1, "A"), 11));
        cutOff(0, 1);

        assertThat(recovered("A", new Snapshot(1, "A"))).containsExactly(1L, 2L, 11L);
    }

    // ------------------------------------------------------------------ logs

    private record Segment(LogHeader header, long[] transactions) {
        /** The same, begun at the time. */
        Segment at(long ms) {
            LogHeader timed =
                    new LogHeader(
                            header.graph(),
                            header.part(),
                            header.job(),
                            header.beginning(),
                            header.checkpoint(),
                            header.checkpointJob(),
                            ms,
                            header.identification(),
                            header.awaited(),
                            header.states(),
                            header.element());
            return new Segment(timed, transactions);
        }
    }

    private Segment run(String job, Snapshot restored, long... transactions) throws IOException {
        return segment(job, Beginning.RUN, restored, transactions);
    }

    private Segment checkpoint(String job, long id, long... transactions) throws IOException {
        return segment(job, Beginning.CHECKPOINT, new Snapshot(id, job), transactions);
    }

    private Segment savepoint(String job, long id, long... transactions) throws IOException {
        return segment(job, Beginning.SAVEPOINT, new Snapshot(id, job), transactions);
    }

    private Segment segment(String job, Beginning beginning, Snapshot of, long... transactions)
            throws IOException {
        LogHeader header =
                new LogHeader(
                        "g",
                        0,
                        job,
                        beginning,
                        of.id(),
                        of.job(),
                        0,
                        LogHeader.Identification.KEY,
                        List.of(),
                        List.of(),
                        LoggedSerializer.of(LongSerializer.INSTANCE));
        return new Segment(header, transactions);
    }

    private void part(int part, Segment... segments) throws IOException {
        try (LogWriter writer = log.openWriter("g", part, cause -> {})) {
            long ticket = 0;
            for (Segment segment : segments) {
                writer.roll(segment.header().encode());
                for (long id : segment.transactions()) {
                    LogRecords records = record(id);
                    writer.append(++ticket, records.array(), records.length());
                    writer.deleteBefore(Long.MIN_VALUE); // ends the flush
                }
            }
        }
    }

    private static LogRecords record(long id) throws IOException {
        LogRecords records = new LogRecords();
        TransactionEncoder encoder = new TransactionEncoder(records);
        encoder.begin(id, id, Outcome.COMMITTED, 1, "key", 0, 0);
        encoder.reasons(List.of());
        encoder.updates(0);
        encoder.elements(0);
        encoder.end();
        return records;
    }

    private Path segmentFile(int part, long sequence) {
        return directory.resolve("g/" + part + "/" + String.format("%020d.log", sequence));
    }

    private void delete(int part, long sequence) throws IOException {
        Files.delete(segmentFile(part, sequence));
    }

    /** Damages the header of a segment, or the first flush after it. */
    private void damage(int part, long sequence, boolean behindHeader) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        int header = PREFIX_BYTES + ByteBuffer.wrap(bytes, LENGTH_OFFSET, 4).getInt();
        int flush = behindHeader ? header : 0;
        bytes[flush + PREFIX_BYTES] ^= 1;
        Files.write(file, bytes);
    }

    private void cutOff(int part, long sequence) throws IOException {
        Path file = segmentFile(part, sequence);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    }

    private List<Long> recovered(String job, Snapshot restored, Integer... mustExist)
            throws Exception {
        LogRecovery recovery = recovery(job, restored);
        List<Long> ids = new ArrayList<>();
        LogRecovery.Receiver receiver =
                new LogRecovery.Receiver() {
                    @Override
                    public void segment(LogHeader header) {}

                    @Override
                    public void transaction(byte[] record, LoggedTransaction transaction) {
                        ids.add(transaction.id());
                    }
                };
        Map<Integer, Long> parts = recovery.find(Set.of(mustExist)).starts();
        for (Map.Entry<Integer, Long> part : parts.entrySet()) {
            recovery.read(part.getKey(), part.getValue(), receiver);
        }
        return ids;
    }

    private LogRecovery recovery(String job, Snapshot restored) {
        return new LogRecovery(
                log, "g", new Origin(job, restored, false, takenMs, parts), acceptsLoss);
    }
}
