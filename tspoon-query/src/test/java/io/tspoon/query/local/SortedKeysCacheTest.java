/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.json.JsonMapping;
import io.tspoon.query.request.JsonOrder;
import io.tspoon.query.testing.TestJob;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import static org.assertj.core.api.Assertions.assertThat;

class SortedKeysCacheTest {
    private static final long PIN = 7;
    private static final long HOUR_MS = 3_600_000;

    private final Queue<Runnable> timer = new ArrayDeque<>();

    @Test
    void whatNobodyUsesGoesWhenItsTimeIsOver() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            SortedKeysCache cache = cacheWithKeys(job, 0);
            assertThat(cache.size()).isOne();

            timer.remove().run();

            assertThat(cache.size()).isZero();
            assertThat(timer).as("nothing is left to look for").isEmpty();
        }
    }

    @Test
    void whatIsUsedStays() throws Exception {
        try (TestJob job = TestJob.start(1, new Configuration())) {
            SortedKeysCache cache = cacheWithKeys(job, HOUR_MS);

            timer.remove().run();

            assertThat(cache.size()).isOne();
            assertThat(timer).as("another look").hasSize(1);
        }
    }

    private SortedKeysCache cacheWithKeys(TestJob job, long leaseMs) {
        SortedKeysCache cache =
                new SortedKeysCache(
                        leaseMs,
                        (delayMs, action) -> {
                            assertThat(delayMs).isBetween(1L, Math.max(1, leaseMs));
                            timer.add(action);
                            return () -> {};
                        });
        LocalInstance<Long, Long> instance =
                new LocalInstance<>(
                        job.state("bank", "balance", Types.LONG, Types.LONG, 1).instance(0),
                        JsonMapping.standard());
        SortedKeys<Long> keys =
                SortedKeys.of(
                        List.of(2L, 1L),
                        JsonMapping.standard().keysOf(Types.LONG),
                        JsonOrder.ASCENDING,
                        false);
        cache.put(PIN, instance, false, keys);
        assertThat(cache.get(PIN, instance, false)).isSameAs(keys);
        return cache;
    }
}
