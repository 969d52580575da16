/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LogMark;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

class LogCutTest {
    private final LogCut cut = new LogCut();

    private LogCutTest part() {
        cut.beginPart();
        return this;
    }

    /** A run begins, which an earlier one was cut for. */
    private LogCutTest run(long above, long upTo) throws IOException {
        cut.segment(header(LogHeader.Beginning.RUN).with(new LogHeader.Cut(above, upTo)));
        return this;
    }

    private LogCutTest checkpoint() throws IOException {
        cut.segment(header(LogHeader.Beginning.CHECKPOINT).with(LogHeader.Cut.NOTHING));
        return this;
    }

    private static LogHeader header(LogHeader.Beginning beginning) throws IOException {
        return new LogHeader(
                "graph",
                0,
                "job",
                beginning,
                1,
                "job",
                0,
                LogHeader.Identification.KEY,
                List.of(),
                List.of(),
                LoggedSerializer.of(LongSerializer.INSTANCE));
    }

    private LogCutTest mark(long id) {
        cut.mark(id);
        return this;
    }

    private LogCutTest transactions(long... ids) {
        for (long id : ids) {
            cut.transaction(
                    new byte[0],
                    new LoggedTransaction(
                            id,
                            id,
                            Outcome.COMMITTED,
                            1,
                            "",
                            "",
                            0,
                            0,
                            List.of(),
                            List.of(),
                            List.of()));
        }
        return this;
    }

    private List<Long> kept(long... ids) {
        cut.end();
        return LongStream.of(ids).filter(cut::keeps).boxed().toList();
    }

    @Test
    void lowestEndOfAllPartsIsTheCut() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50);
        part().run(0, 0).mark(2).transactions(20, 30);

        assertThat(kept(10, 20, 30, 31, 50)).containsExactly(10L, 20L, 30L);
        assertThat(cut.cut()).isEqualTo(new LogHeader.Cut(30, 50));
        assertThat(cut.highest()).isEqualTo(50);
    }

    @Test
    void markSaysHowFarAPartReaches() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50);
        part().run(0, 0).mark(2).transactions(20).mark(40);

        assertThat(kept(10, 20, 39, 50)).containsExactly(10L, 20L, 39L);
    }

    @Test
    void coordinatorThatHasLeftHoldsUpNobody() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50);
        part().run(0, 0).mark(2).transactions(20).mark(LogMark.LEFT);
        part().run(0, 0); // never came

        assertThat(kept(10, 20, 50)).containsExactly(10L, 20L, 50L);
        assertThat(cut.cut()).isEqualTo(new LogHeader.Cut(50, 50));
    }

    @Test
    void coordinatorThatCameBackHoldsUpOthersAgain() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50);
        part().run(0, 0).mark(2).mark(LogMark.LEFT).mark(45);

        assertThat(kept(10, 45, 50)).containsExactly(10L, 45L);
    }

    @Test
    void segmentsOfCheckpointsGoOn() throws IOException {
        part().checkpoint().mark(1).transactions(10).mark(LogMark.LEFT);
        checkpoint().mark(60).transactions(70);
        part().checkpoint().mark(2).transactions(20).mark(LogMark.LEFT);
        checkpoint().mark(65);

        assertThat(kept(10, 20, 65, 70)).containsExactly(10L, 20L, 65L);
    }

    @Test
    void whatAnEarlierRunHasCutOffStaysOut() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50);
        run(30, 50).mark(60).transactions(70);
        part().run(0, 0).mark(2).transactions(20, 30);
        run(30, 50).mark(61).transactions(65, 80);

        assertThat(kept(10, 20, 30, 50, 65, 70, 80)).containsExactly(10L, 20L, 30L, 65L, 70L);
        assertThat(cut.cut()).isEqualTo(new LogHeader.Cut(70, 80));
    }

    @Test
    void partThatTheNewestRunDoesNotWriteHoldsUpNobody() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 30);
        run(30, 50).mark(60).transactions(70);
        part().run(0, 0).mark(2).transactions(20, 50);

        assertThat(kept(10, 20, 30, 50, 70)).containsExactly(10L, 20L, 30L, 70L);
    }

    /** Coordinators read while others have begun their segments of this run. */
    @Test
    void allCoordinatorsOfARunFindTheSame() throws IOException {
        part().run(0, 0).mark(1).transactions(10, 50).run(30, 50);
        part().run(0, 0).mark(2).transactions(20, 30);

        assertThat(kept(10, 20, 30, 50)).containsExactly(10L, 20L, 30L);
        assertThat(cut.cut()).isEqualTo(new LogHeader.Cut(30, 50));
    }

    @Test
    void logWithoutMarksIsNotCut() throws IOException {
        part();
        cut.segment(header(LogHeader.Beginning.RUN));
        transactions(10, 50);
        part();
        cut.segment(header(LogHeader.Beginning.RUN));
        transactions(20);
        run(50, 50).mark(60); // by another concurrency control

        assertThat(kept(10, 20, 50)).containsExactly(10L, 20L, 50L);
    }
}
