/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import io.tspoon.protocol.admission.AdmissionWindow;
import io.tspoon.runtime.plan.GraphSettings;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.IsolationLevel;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What of a transaction's time counts: a deadline of 100 ms, a checkpoint timeout of 1,000 ms. */
class DeadlineTest {
    private static final long DEADLINE_MS = 100;
    private static final long CHECKPOINT_TIMEOUT_MS = 1_000;

    private final AdmissionWindow<String> window = new AdmissionWindow<>(4);
    private long nowMs = Long.MAX_VALUE / 1_000_000; // the clock may run over
    private long timestamp;
    private boolean greeted = true;
    private long logWaitingMs;
    private final Deadline deadline =
            new Deadline(
                    window,
                    settings(),
                    CHECKPOINT_TIMEOUT_MS,
                    () -> logWaitingMs,
                    () -> ". All wait",
                    this::nowNanos);

    @BeforeEach
    void start() {
        deadline.closeGreeted();
        deadline.closeAnswered();
    }

    @Test
    void nothingInFlightPassesNoDeadline() {
        pass(10 * DEADLINE_MS);
        assertInTime();
    }

    @Test
    void ageCountsFromTheFirstHeartbeatOn() {
        pass(10 * DEADLINE_MS);
        admit();
        pass(10 * DEADLINE_MS); // a function before the t-graph has held the thread
        assertInTime();
        pass(DEADLINE_MS);
        assertInTime();
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    /** More processors would not help. */
    @Test
    void logThatHangsIsNamed() {
        admit();
        assertInTime();
        pass(DEADLINE_MS + 1);
        logWaitingMs = DEADLINE_MS / 2 + 1;
        assertThatThrownBy(() -> deadline.check(greeted))
                .hasMessageContaining(
                        "It is the write-ahead log that outcomes wait for: it has made nothing"
                                + " durable, and has not failed, logWaitingMs=51.")
                .hasMessageEndingWith("raise tspoon.graph.deadline=100 ms.")
                .hasMessageNotContaining("CPU");
    }

    @Test
    void logThatMakesSomethingDurableNowAndThenIsOneCauseOfSeveral() {
        admit();
        assertInTime();
        pass(DEADLINE_MS + 1);
        logWaitingMs = DEADLINE_MS / 2;
        assertThatThrownBy(() -> deadline.check(greeted))
                .hasMessageContaining(", element=element. All wait. Either")
                .hasMessageContaining("give the processes more CPU")
                .hasMessageNotContaining("write-ahead log");
    }

    /** However busy the t-graph is. */
    @Test
    void oneThatDoesNotCompleteIsFoundAmongOthersThatDo() {
        int before = admit();
        assertInTime();
        admit();
        pass(DEADLINE_MS / 2);
        assertInTime();
        window.release(before);
        assertInTime();
        for (int i = 0; i < 2; i++) {
            int other = admit();
            pass(DEADLINE_MS / 2);
            assertInTime();
            window.release(other);
        }
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    @Test
    void ageBehindABarrierCountsFromTheAnswerOfClose() {
        deadline.closeGreeted();
        admit();
        pass(9 * DEADLINE_MS);
        assertInTime();
        deadline.closeAnswered();
        pass(DEADLINE_MS);
        assertInTime();
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    /** The answer to the first barrier says nothing of the second. */
    @Test
    void eachOfSeveralBarriersIsAwaited() {
        deadline.closeGreeted();
        pass(1);
        deadline.closeGreeted();
        admit();
        deadline.closeAnswered();
        pass(2 * DEADLINE_MS);
        assertInTime();
        deadline.closeAnswered();
        pass(DEADLINE_MS + 1);
        assertPassed(DEADLINE_MS + 1);
    }

    /** As when the network is cut just when a barrier has gone. */
    @Test
    void noBarrierIsAwaitedLongerThanACheckpointMayTake() {
        deadline.closeGreeted();
        pass(10);
        admit();
        assertInTime();
        pass(CHECKPOINT_TIMEOUT_MS - 10 + DEADLINE_MS);
        assertInTime();
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    /** At PL4, when the network is cut while nothing is in flight. */
    @Test
    void elementWaitsNoLongerForAnswersOfParticipants() {
        greeted = false;
        deadline.joins();
        pass(DEADLINE_MS);
        assertInTime();
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    @Test
    void elementThatWaitsForABarrierWaitsForAnswersThatLong() {
        greeted = false;
        deadline.closeGreeted();
        deadline.joins();
        pass(CHECKPOINT_TIMEOUT_MS / 2);
        assertInTime();
        deadline.closeAnswered();
        pass(DEADLINE_MS);
        assertInTime();
        pass(1);
        assertPassed(DEADLINE_MS + 1);
    }

    /** Behind a barrier, with nothing to do for long. */
    @Test
    void coordinatorThatHasLeftWaitsForNobody() {
        deadline.joins();
        window.release(admit());
        deadline.left();
        greeted = false;
        pass(2 * DEADLINE_MS);
        assertInTime();
    }

    /** Others may start and recover for long. */
    @Test
    void firstGreetingOfARunHasNoDeadline() {
        greeted = false;
        pass(10 * DEADLINE_MS);
        assertInTime();
        greeted = true;
        deadline.joins();
        assertInTime();
        greeted = false; // left again, and nothing waits
        pass(10 * DEADLINE_MS);
        assertInTime();
    }

    private int admit() {
        int slot = window.begin(window.admit("element", "", 0));
        window.stamp(slot, ++timestamp);
        return slot;
    }

    private void pass(long ms) {
        nowMs += ms;
    }

    private long nowNanos() {
        return nowMs * 1_000_000;
    }

    private void assertInTime() {
        assertThatCode(() -> deadline.check(greeted)).doesNotThrowAnyException();
    }

    private void assertPassed(long ageMs) {
        assertThatThrownBy(() -> deadline.check(greeted))
                .isInstanceOf(TransactionTimeoutException.class)
                .hasMessageContaining("ageMs=" + ageMs + ",")
                .hasMessageContaining("deadlineMs=" + DEADLINE_MS);
    }

    private static GraphSettings settings() {
        return new GraphSettings(
                "graph",
                IsolationLevel.PL3,
                ConcurrencyControl.LOCK_BASED,
                4,
                4,
                1,
                100,
                DEADLINE_MS,
                50,
                false,
                null,
                null);
    }
}
