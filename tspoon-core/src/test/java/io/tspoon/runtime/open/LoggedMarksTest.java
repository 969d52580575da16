/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.log.LogMark;
import io.tspoon.log.LogWriter;
import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.protocol.order.HybridClock;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.log.CommitLog.AwaitedMark;

import org.junit.jupiter.api.Test;

import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

class LoggedMarksTest {
    private static final long SEEN = 1_000;

    private final Durables durables = new Durables();
    private final CommitLog log = new CommitLog(durables, () -> {}, System::nanoTime);
    private final AdmissionWindow<String> window = new AdmissionWindow<>(4);
    private final HybridClock clock = new HybridClock(0, 2, () -> 0);
    private boolean recovered = true;
    private final LoggedMarks marks = new LoggedMarks(log, window, clock, () -> recovered);

    /** What the close operator and the log do. */
    private AwaitedMark becomesDurable() {
        AwaitedMark mark = Objects.requireNonNull(log.awaitedMark());
        durables.listener.durable(mark.ticket());
        return mark;
    }

    private void begin() {
        assertThat(marks.mayBegin()).isFalse();
        becomesDurable();
        assertThat(marks.mayBegin()).isTrue();
    }

    @Test
    void nothingBeginsBeforeItsReturnIsDurable() {
        clock.observe(SEEN);

        assertThat(marks.mayBegin()).isFalse();
        assertThat(marks.mayBegin()).isFalse();
        AwaitedMark mark = becomesDurable();
        assertThat(mark.id()).as("above what participants have seen").isGreaterThan(SEEN);
        assertThat(mark.ticket()).isEqualTo(mark.id());
        assertThat(marks.mayBegin()).isTrue();
    }

    @Test
    void nothingIsLoggedBeforeTheRunHasASegment() {
        recovered = false;

        assertThat(marks.mayBegin()).isTrue();
        assertThat(log.awaitedMark()).isNull();
    }

    @Test
    void nobodyIsToldThatItLeavesBeforeThatIsDurable() {
        begin();

        assertThat(marks.mayLeave()).isFalse();
        AwaitedMark mark = becomesDurable();
        assertThat(mark.id()).isEqualTo(LogMark.LEFT);
        assertThat(marks.mayLeave()).isTrue();
        assertThat(marks.mayLeave()).isTrue();
    }

    /** Nobody knows when the next transaction has its turn. */
    @Test
    void marksWhatSomebodyWaitsForInFrontOfTheNextTransaction() {
        begin();
        int first = send(SEEN);
        send(SEEN + 50);
        window.decided(first, SEEN, Decision.COMMIT);

        marks.awaited(SEEN + 10, window.lowTimestamp(clock.highest()));

        assertThat(log.awaitedMark())
                .isEqualTo(new AwaitedMark(1, SEEN + 10, SEEN + 49, SEEN + 49));
    }

    /** Their ids are not given yet, and will be above. */
    @Test
    void transactionsThatAreNotSentYetComeBehindAMark() {
        begin();
        window.begin(window.admit("gathered", "", 0));
        clock.observe(SEEN);

        marks.awaited(SEEN, clock.highest());

        assertThat(Objects.requireNonNull(log.awaitedMark()).number()).isZero();
    }

    @Test
    void marksNothingForNobodyNorWhatIsDurable() {
        begin();
        AwaitedMark before = log.awaitedMark();

        marks.awaited(Timestamps.NONE, SEEN);
        marks.awaited(log.durable(), SEEN);

        assertThat(log.awaitedMark()).isSameAs(before);
    }

    @Test
    void asksForOneMarkAtATime() {
        begin();
        marks.awaited(SEEN, SEEN + 1);
        AwaitedMark asked = log.awaitedMark();
        marks.awaited(SEEN + 2, SEEN + 3);
        assertThat(log.awaitedMark()).isSameAs(asked);

        becomesDurable();
        marks.awaited(SEEN + 2, SEEN + 3);

        assertThat(becomesDurable().id()).isEqualTo(SEEN + 3);
    }

    @Test
    void asksForNoMarkWhileItIsOut() {
        marks.awaited(SEEN, SEEN);

        assertThat(log.awaitedMark()).isNull();
    }

    private int send(long id) {
        int slot = window.begin(window.admit("sent", "", 0));
        window.stamp(slot, id);
        clock.observe(id);
        return slot;
    }

    @Test
    void whatMayBeShownWaitsForTheLogAndNeverGoesBack() {
        begin();
        long mark = marks.shown(Long.MAX_VALUE);
        assertThat(mark).isEqualTo(log.durable());
        assertThat(marks.shown(mark - 1)).isEqualTo(mark);

        assertThat(marks.mayLeave()).isFalse();
        becomesDurable();
        assertThat(marks.mayLeave()).isTrue();
        assertThat(marks.shown(SEEN)).as("nothing is in flight").isEqualTo(SEEN);
        assertThat(marks.mayBegin()).isFalse();
        assertThat(marks.shown(SEEN + 5)).isEqualTo(SEEN);
    }

    private static final class Durables implements LogWriter {
        private Durable listener = ticket -> {};

        @Override
        public void onDurable(Durable toTell) {
            listener = toTell;
        }

        @Override
        public void append(long ticket, byte[] records, int length) {}

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
