/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Mix;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Loops that do not execute all that they count. */
class MemoryLoopTest {
    private static final Load LOAD = new Load(10, 100, 100, 0, 0, Mix.TRANSFERS, 7);
    private static final int TRANSFERS = 1_000;

    private final Meter meter = Meter.open("loop");
    private final Gauge gauge = Meter.gauge("loop");
    private final MemoryLoop.Balances balances =
            new MemoryLoop.Balances(LOAD.accounts(), LOAD.initialBalance());

    @AfterEach
    void close() {
        meter.close();
    }

    /** Executes all but one; -1 for none. */
    private void executeAllBut(int leftOut) {
        TransferGenerator input = LOAD.generator(0, 1);
        for (int i = 0; i < TRANSFERS; i++) {
            if (i == leftOut) {
                input.next(0);
                gauge.count(false, 1);
            } else {
                balances.execute(input.next(0), gauge);
            }
        }
    }

    private void check(long aborted) {
        new MemoryLoop.Audited("loop", LOAD, balances)
                .check(Map.of(0, (long) TRANSFERS), aborted, meter);
    }

    @Test
    void serialExecutionIsRight() {
        executeAllBut(-1);

        assertThat(meter.counts().aborted()).isPositive();
        check(meter.counts().aborted());
    }

    @Test
    void transferThatIsCountedButNotExecutedIsFound() {
        executeAllBut(TRANSFERS - 1);

        assertThatThrownBy(() -> check(meter.counts().aborted()))
                .hasMessageContaining("Cannot trust the timed run of loop: wrong ");
    }

    @Test
    void wrongNumberOfAbortsIsFound() {
        executeAllBut(-1);
        long aborted = meter.counts().aborted();

        assertThatThrownBy(() -> check(aborted + 1))
                .hasMessageContaining(
                        "wrong aborts, found=" + (aborted + 1) + ", expected=" + aborted);
    }
}
