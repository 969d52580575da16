/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

class PacedReaderTest {
    private static final long PERIOD_NS = 1_000;
    private static final double PER_SECOND = 1e9 / PERIOD_NS;
    private static final int ELEMENTS = 1_000;

    private final Output output = new Output();

    /** Each element is the start that it is given. */
    private static PacedReader<Long> reader(double perSecond, int subtask, int subtasks) {
        Elements<Long> starts = (own, all) -> new Numbered<>(0, own, all, (number, start) -> start);
        return new PacedReader<>(starts, perSecond, null, subtask, subtasks);
    }

    /** No coordinated omission: what a job takes late has waited since it was due. */
    @Test
    void elementsThatAreTakenLateCarryWhenTheyWereDue() {
        PacedReader<Long> reader = reader(PER_SECOND, 0, 1);
        long before = System.nanoTime();
        reader.start();
        long started = System.nanoTime();
        waitUntil(started + ELEMENTS * PERIOD_NS);

        poll(reader, ELEMENTS);

        long first = output.elements.get(0);
        assertThat(first).isBetween(before, started);
        for (int i = 0; i < ELEMENTS; i++) {
            assertThat(output.elements.get(i)).as("element " + i).isEqualTo(first + i * PERIOD_NS);
        }
        reader.close();
    }

    @Test
    void subtasksTakeTurns() {
        PacedReader<Long> reader = reader(PER_SECOND, 1, 4);
        long before = System.nanoTime();
        reader.start();
        long started = System.nanoTime();
        waitUntil(started + 4 * ELEMENTS * PERIOD_NS);

        poll(reader, ELEMENTS);

        long first = output.elements.get(0);
        assertThat(first).isBetween(before + PERIOD_NS, started + PERIOD_NS);
        assertThat(output.elements.get(ELEMENTS - 1))
                .isEqualTo(first + (ELEMENTS - 1) * 4 * PERIOD_NS);
        reader.close();
    }

    @Test
    void elementIsNotGivenBeforeItIsDue() {
        PacedReader<Long> reader = reader(1.0 / TimeUnit.HOURS.toSeconds(1), 0, 1);
        reader.start();
        poll(reader, 1);

        assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);

        assertThat(output.elements).hasSize(1);
        assertThat(reader.isAvailable()).isNotDone();
        reader.close();
    }

    @Test
    void withoutRateEachElementHasANumberOfItsOwn() {
        poll(reader(0, 0, 2), 3);
        poll(reader(0, 1, 2), 3);

        assertThat(output.elements).containsExactly(0L, 2L, 4L, 1L, 3L, 5L);
    }

    private void poll(PacedReader<Long> reader, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
        }
    }

    private static void waitUntil(long moment) {
        while (System.nanoTime() < moment) {
            Thread.onSpinWait();
        }
    }

    private static final class Output implements ReaderOutput<Long> {
        private final List<Long> elements = new ArrayList<>();

        @Override
        public void collect(Long element) {
            elements.add(element);
        }

        @Override
        public void collect(Long element, long timestamp) {
            elements.add(element);
        }

        @Override
        public void emitWatermark(Watermark watermark) {}

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}

        @Override
        public SourceOutput<Long> createOutputForSplit(String split) {
            return this;
        }

        @Override
        public void releaseOutputForSplit(String split) {}
    }
}
