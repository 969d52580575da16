/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster;

import io.tspoon.cluster.job.Booked;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;

/** What timers must not do is found. */
class BookingJudgeTest {
    private static final String HELD = "1 orders 0 COMMITTED held:0";
    private static final String EXPIRED = "5 timers - COMMITTED expired:0";
    private static final String DELETED = "9 timers - COMMITTED deleted:0";

    /** Holds order 100, and pays order 0. */
    private static final String PAID = "3 orders 100 COMMITTED held:100,paid:0:true";

    private static BookingVerdict judge(String... lines) {
        return BookingJudge.judge(Arrays.stream(lines).map(Booked::parse).toList());
    }

    @Test
    void orderIsHeldExpiresAndIsForgotten() {
        BookingVerdict verdict = judge(DELETED, HELD, EXPIRED);

        assertThat(verdict.problems(1)).isEmpty();
        assertThat(verdict.isOver(1)).isTrue();
    }

    @Test
    void whatIsLeftIsNotOver() {
        assertThat(judge(HELD, EXPIRED).isOver(1)).isFalse();
        assertThat(judge(HELD, DELETED).isOver(1)).isFalse();
        assertThat(judge(HELD, EXPIRED, DELETED).problems(2)).hasSize(1);
    }

    @Test
    void timerFiresOnce() {
        assertThat(judge(HELD, EXPIRED, "6 timers - COMMITTED expired:0").violations())
                .singleElement()
                .asString()
                .startsWith("set, and only once");
    }

    @Test
    void timerOfAnAbortedTransactionDoesNotFire() {
        assertThat(
                        judge("1 orders 3 ABORTED fully_booked", "5 timers - COMMITTED gone:3")
                                .violations())
                .singleElement()
                .asString()
                .startsWith("set, and only once");
    }

    @Test
    void cancelledTimerDoesNotFire() {
        assertThat(judge(HELD, PAID).violations()).isEmpty();
        assertThat(judge(HELD, PAID, EXPIRED).violations())
                .singleElement()
                .asString()
                .startsWith("set, and only once");
        assertThat(judge(HELD, "2 timers - COMMITTED expired:0", PAID).violations()).hasSize(1);
    }

    @Test
    void orderIsForgottenOnce() {
        assertThat(judge(HELD, EXPIRED, DELETED, "10 timers - COMMITTED deleted:0").violations())
                .singleElement()
                .asString()
                .startsWith("there before");
    }

    @Test
    void timerFindsWhatWasCommitted() {
        assertThat(judge(HELD, "5 timers - COMMITTED gone:0").violations())
                .singleElement()
                .asString()
                .startsWith("there or not");
        assertThat(judge("1 orders 5 COMMITTED held:5", "5 timers - ABORTED order=5").violations())
                .isEmpty();
        assertThat(judge(HELD, "5 timers - ABORTED order=0").violations()).hasSize(1);
    }
}
