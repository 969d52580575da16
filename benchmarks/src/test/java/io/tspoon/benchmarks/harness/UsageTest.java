/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import io.tspoon.benchmarks.harness.ThreadUse.Use;

import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class UsageTest {
    private static Usage usage(long cpuNs, Map<Long, Use> threads) {
        return new Usage(1_000, cpuNs, 0, new ThreadUse(threads), 0);
    }

    @Test
    void threadsThatDoTheSameAreOne() {
        Map<Long, Use> threads =
                Map.of(
                        1L, new Use("bank: balance (1/2)#0", 300, 1),
                        2L, new Use("bank: balance (2/2)#0", 200, 2),
                        3L, new Use("tspoon log of bank, part 0", 50, 3),
                        4L, new Use("tspoon log of bank, part 1", 60, 4),
                        5L, new Use("pool-3-thread-12", 70, 5));

        assertThat(usage(1_000, threads).cpuNsByThreads())
                .containsExactly(
                        entry("bank: balance", 500L),
                        entry(Usage.NO_THREAD, 320L),
                        entry("tspoon log of bank", 110L),
                        entry("pool-3-thread", 70L),
                        entry(Usage.OTHER_THREADS, 0L));
    }

    @Test
    void whatIsLessThanAThousandthIsTogether() {
        Map<Long, Use> threads =
                Map.of(
                        1L, new Use("large", 10, 0),
                        2L, new Use("small", 9, 0),
                        3L, new Use("tiny", 1, 0));

        assertThat(usage(10_000, threads).cpuNsByThreads())
                .containsOnly(
                        entry(Usage.NO_THREAD, 9_980L),
                        entry("large", 10L),
                        entry(Usage.OTHER_THREADS, 10L));
    }

    @Test
    void whatWasUsedBeforeDoesNotCount() {
        Usage before = usage(100, Map.of(1L, new Use("one", 40, 7)));
        Usage after = usage(500, Map.of(1L, new Use("one", 140, 10), 2L, new Use("two", 200, 1)));

        Usage used = after.since(before);

        assertThat(used.cpuNsByThreads())
                .contains(entry("one", 100L), entry("two", 200L), entry(Usage.NO_THREAD, 100L));
        assertThat(used.allocatedBytes()).isEqualTo(4);
    }

    @Test
    void thisThreadIsCounted() {
        Thread current = Thread.currentThread();

        Use use = ThreadUse.now().byThread().get(current.getId());

        assertThat(use.name()).isEqualTo(current.getName());
        assertThat(use.cpuNs()).isPositive();
        assertThat(use.bytes()).isPositive();
    }
}
