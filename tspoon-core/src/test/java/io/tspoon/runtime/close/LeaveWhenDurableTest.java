/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.LogWriter;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.admission.ElementTimes;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.feedback.CoordinatorLinks;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.CommitLog.AwaitedMark;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.IsolationLevel;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Where the marks stand that say how far a part of the log reaches, and which results leave. */
class LeaveWhenDurableTest {
    private final Appends appends = new Appends();
    private final CommitLog log = new CommitLog(appends, () -> {}, System::nanoTime);
    private final AdmissionWindow<String> window = new AdmissionWindow<>(4);
    private final CoordinatorLink link =
            CoordinatorLinks.open(
                    8, () -> {}, log, new CoordinatorLink.Described(true, List.of(), null));
    private final LeaveWhenDurable<Long> departures =
            new LeaveWhenDurable<>(
                    true,
                    log,
                    () -> {},
                    new OutcomeEncoder(log, link.attempts(), plan()),
                    link.attempts());

    private static ClosePlan<Long> plan() {
        GraphSettings settings =
                new GraphSettings(
                        "graph",
                        IsolationLevel.PL4,
                        ConcurrencyControl.DETERMINISTIC,
                        4,
                        4,
                        1,
                        100,
                        60_000,
                        50,
                        false,
                        null,
                        null);
        return new ClosePlan<>(settings, List.of(), List.of(), LongSerializer.INSTANCE);
    }

    @AfterEach
    void close() {
        CoordinatorLinks.close(link);
    }

    private void over(long id) throws IOException {
        var transaction = window.admit("element", "", 0);
        int slot = window.begin(transaction);
        link.attempts().describe(slot, transaction, 0, ElementTimes.NONE);
        departures.over(
                new TransactionResult<>(
                        new TransactionId(id),
                        "",
                        new ExecutionTimestamp(id),
                        Outcome.COMMITTED,
                        1,
                        List.of(),
                        List.of(),
                        List.of()),
                slot);
    }

    @Test
    void markComesBehindTheTransactionsBelowIt() throws IOException {
        log.awaitMark(new AwaitedMark(1, 20, 30, 30));
        departures.settle();
        assertThat(appends.tickets).isEmpty();

        over(10);
        departures.settle();
        departures.settle();

        assertThat(appends.tickets).containsExactly(10L, 30L);
    }

    /** Each costs a record, and perhaps a sync. */
    @Test
    void markIsLeftOutIfATransactionReachesAsFar() throws IOException {
        over(10);
        over(25);
        log.awaitMark(new AwaitedMark(1, 20, 30, 30));

        departures.settle();

        assertThat(appends.tickets).containsExactly(25L);
    }

    @Test
    void resultsLeaveWhenAllLogsAreDurable() throws IOException {
        over(10);
        over(20);
        departures.settle();
        departures.othersAreDurable(15);
        departures.settle();
        assertThat(departures.takeResults()).isEmpty();

        appends.listener.durable(20);
        departures.settle();

        assertThat(departures.takeResults())
                .extracting(result -> result.timestamp().value())
                .containsExactly(10L);
    }

    private static final class Appends implements LogWriter {
        private final List<Long> tickets = new ArrayList<>();
        private Durable listener = ticket -> {};

        @Override
        public void onDurable(Durable toTell) {
            listener = toTell;
        }

        @Override
        public void append(long ticket, byte[] records, int length) {
            tickets.add(ticket);
        }

        @Override
        public long roll(byte[] header) {
            return 0;
        }

        @Override
        public void deleteBefore(long position) {}

        @Override
        public long bytes() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
