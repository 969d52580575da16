/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

class ClientsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int ELEMENTS = 100;
    private static final long PERIOD_NS = 1_000;
    private static final long HELD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Meter meter = Meter.open("clients");
    private final List<Long> starts = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        meter.close();
    }

    /** Each element is the start that it is given. */
    private static Elements<Long> elements(long limit) {
        return (own, all) -> new Numbered<>(limit, own, all, (number, start) -> start);
    }

    /** The first element holds up all others, which are due soon after it. */
    private void execute(long start, Gauge gauge) {
        long end = System.nanoTime() + (starts.isEmpty() ? HELD_NS : 0);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        starts.add(start);
        gauge.count();
    }

    /** No coordinated omission. */
    @Test
    void latencyCountsFromWhenAnElementWasDue() {
        meter.recordLatencies(Long.MIN_VALUE, Long.MAX_VALUE);

        try (Clients<Long> clients =
                Clients.start(
                        "clients",
                        1,
                        elements(ELEMENTS),
                        1e9 / PERIOD_NS,
                        index -> this::execute)) {
            clients.awaitEnd(LONG);
        }

        for (int i = 0; i < ELEMENTS; i++) {
            assertThat(starts.get(i)).as("element " + i).isEqualTo(starts.get(0) + i * PERIOD_NS);
        }
        assertThat(meter.latencies().getTotalCount()).isEqualTo(ELEMENTS);
        assertThat(meter.latencies().getMinValue())
                .isGreaterThan(HELD_NS - 2 * ELEMENTS * PERIOD_NS);
    }

    @Test
    void clientsThatAreInspectedStopAndSayHowMuchTheyHaveExecuted() {
        Inspection inspection = meter.inspection();
        try (Clients<Long> clients =
                Clients.start(
                        "clients", 2, elements(0), 0, index -> (start, gauge) -> gauge.count())) {
            assertThat(clients.await(() -> meter.counts().results() > 0, LONG)).isTrue();

            inspection.stop();

            assertThat(clients.await(() -> inspection.offered().size() == 2, LONG)).isTrue();
            clients.checkRunning();
        }
        assertThat(meter.counts().results())
                .isEqualTo(inspection.offered().values().stream().mapToLong(Long::longValue).sum());
    }
}
