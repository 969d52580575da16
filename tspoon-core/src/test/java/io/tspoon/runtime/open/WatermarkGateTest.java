/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.open;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class WatermarkGateTest {
    private static final long NONE_IN_FLIGHT = Long.MAX_VALUE;
    private static final long IDLE = -1;

    private final List<Long> passed = new ArrayList<>();
    private final WatermarkGate gate =
            new WatermarkGate(
                    mark -> passed.add(mark.getTimestamp()), () -> passed.add(IDLE), false);

    @Test
    void passesAtOnceWhenNothingIsInFlight() {
        gate.arrived(new Watermark(10), 5, NONE_IN_FLIGHT);

        assertThat(passed).containsExactly(10L);
        assertThat(gate.isHolding()).isFalse();
    }

    @Test
    void isHeldUntilEveryEarlierTransactionIsComplete() {
        gate.arrived(new Watermark(10), 5, 3);
        assertThat(passed).isEmpty();

        gate.advance(5);
        assertThat(passed).isEmpty();

        gate.advance(6);
        assertThat(passed).containsExactly(10L);
    }

    @Test
    void laterTransactionsDoNotHoldItBack() {
        gate.arrived(new Watermark(10), 5, 5);
        gate.arrived(new Watermark(20), 8, 5);

        gate.advance(7);

        assertThat(passed).containsExactly(10L);
        assertThat(gate.isHolding()).isTrue();
    }

    @Test
    void onlyTheLastOfThoseThatMayPassIsSent() {
        gate.arrived(new Watermark(10), 5, 5);
        gate.arrived(new Watermark(20), 6, 5);

        gate.advance(NONE_IN_FLIGHT);

        assertThat(passed).containsExactly(20L);
    }

    @Test
    void holdsABoundedNumber() {
        for (int i = 1; i <= 1_000; i++) {
            gate.arrived(new Watermark(i), i, 1);
        }

        gate.advance(NONE_IN_FLIGHT);

        assertThat(passed).containsExactly(1_000L);
    }

    @Test
    void inputIsIdleOnceItsTransactionsAreComplete() {
        gate.arrived(new Watermark(10), 5, 5);
        gate.fellIdle(6, 5);

        gate.advance(6);
        assertThat(passed).containsExactly(10L);
        assertThat(gate.isHolding()).isTrue();

        gate.advance(NONE_IN_FLIGHT);
        assertThat(passed).containsExactly(10L, IDLE);
        assertThat(gate.isHolding()).isFalse();
        assertThat(gate.becameActive()).isTrue();
    }

    @Test
    void inputThatIsActiveAgainInTimeWasNeverIdle() {
        gate.fellIdle(6, 5);

        assertThat(gate.becameActive()).isFalse();
        gate.advance(NONE_IN_FLIGHT);

        assertThat(passed).isEmpty();
        assertThat(gate.isHolding()).isFalse();
    }

    // ------------------------------------------------------------------ calls

    private final WatermarkGate withCalls =
            new WatermarkGate(mark -> passed.add(mark.getTimestamp()), () -> {}, true);

    /** Their results would be late otherwise. */
    @Test
    void timeDoesNotEndBeforeTheCallsDo() {
        withCalls.arrived(Watermark.MAX_WATERMARK, 5, NONE_IN_FLIGHT);
        assertThat(passed).isEmpty();

        withCalls.callsEnded();
        assertThat(passed).containsExactly(Long.MAX_VALUE);
    }

    @Test
    void callIsNeverLate() {
        assertThat(withCalls.timeOfCall(7)).isEqualTo(7);

        withCalls.arrived(new Watermark(10), 5, NONE_IN_FLIGHT);
        withCalls.arrived(Watermark.MAX_WATERMARK, 5, NONE_IN_FLIGHT);

        assertThat(withCalls.timeOfCall(7)).isEqualTo(11);
        assertThat(withCalls.timeOfCall(12)).isEqualTo(12);
    }
}
