/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.timers;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.testing.CoordinatorGauges;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All keys expire at about the same time, while a stream goes on: each is deleted once, few are
 * fired at a time, elements go on meanwhile, and nothing of the keys is left. {@code
 * -Dtspoon.timers.keys=1000000} has more of them, and prints how long it took.
 */
class ManyKeysExpireITCase {
    private static final CoordinatorGauges GAUGES = new CoordinatorGauges();

    @RegisterExtension
    static final MiniClusterExtension FLINK = EmbeddedFlink.cluster(GAUGES.configuration());

    private static final int PARALLELISM = 2;
    private static final int IN_FLIGHT = 256;
    private static final int KEYS = Integer.getInteger("tspoon.timers.keys", 30_000);

    /** Written again and again, so they do not expire. */
    private static final int HOT = 1_000;

    /** About as long as it takes to write all keys, so that most expire at once. */
    private static final Duration LIFE = Duration.ofMillis(2_000 + KEYS / 100);

    /** A record of a key that was deleted may stay in the cache. */
    private static final int CACHED = 10_000;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long POLL_MS = 2;
    private static final long KEPT_BYTES = 96L << 20;
    private static final int MOST_COLLECTIONS = 10;

    private static final StateSpec<Integer, Long> WRITTEN =
            StateSpec.named("written", Integer.class, Long.class).expireAfter(LIFE);

    @Test
    void manyKeysExpireWhileTransactionsRun() throws Exception {
        long heapBefore = usedHeap();
        JobClient job = start();
        long highestNamed = 0;
        long highestInFlight = 0;
        long heapMost = heapBefore;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Seen.expired() < KEYS) {
            assertThat(System.nanoTime()).as("deadline, %s", Seen.line()).isLessThan(deadline);
            highestNamed = Math.max(highestNamed, highest(job, "timersNamed"));
            highestInFlight = Math.max(highestInFlight, highest(job, "inFlightTransactions"));
            heapMost = Math.max(heapMost, used());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MS));
        }
        List<Long> waiting =
                GAUGES.await(
                        job,
                        0,
                        "timersWaiting",
                        left -> left.stream().mapToLong(Long::longValue).sum() <= HOT);
        long heapAfter = keptHeap(heapBefore + KEPT_BYTES);
        EmbeddedFlink.cancel(job);

        System.out.printf(
                Locale.ROOT,
                "%,d keys expired: %s; named at most %d, in flight %d; waiting in the end %s; heap"
                        + " %d MB before, %d MB at most, %d MB after%n",
                KEYS,
                Seen.line(),
                highestNamed,
                highestInFlight,
                waiting,
                heapBefore >> 20,
                heapMost >> 20,
                heapAfter >> 20);
        assertThat(Seen.twice()).as("expired twice").isZero();
        assertThat(highestNamed).as("a storm").isBetween(256L, 1_024L);
        assertThat(highestInFlight).isLessThanOrEqualTo(IN_FLIGHT + 256);
        assertThat(Seen.elementsMeanwhile()).as("elements meanwhile").isGreaterThan(KEYS / 10);
        assertThat(heapAfter).as("bytes").isLessThan(heapBefore + KEPT_BYTES);
    }

    private static JobClient start() throws Exception {
        Seen.reset();
        StreamExecutionEnvironment environment = EmbeddedFlink.environment(PARALLELISM);
        environment.getConfig().enableObjectReuse();
        TransactionalGraph.named("expiry")
                .maxInFlight(IN_FLIGHT)
                .cacheCapacity(CACHED)
                .openTransaction(
                        "numbers",
                        environment.fromSource(
                                new NumberSequenceSource(0, Long.MAX_VALUE / 4),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"))
                .keyBy(ManyKeysExpireITCase::keyOf, Integer.class)
                .write(WRITTEN, number -> number)
                .closeTransaction()
                .map(new Seen())
                .sinkTo(new DiscardingSink<>());
        return environment.executeAsync();
    }

    /** The instances of the source divide the numbers in halves. */
    private static int keyOf(long number) {
        long half = Long.MAX_VALUE / 8;
        long ofInstance = number % (half + 1);
        long key = ofInstance * PARALLELISM + (number > half ? 1 : 0);
        return (int) (key < KEYS ? key : KEYS + key % HOT);
    }

    private static long highest(JobClient job, String gauge) {
        return GAUGES.values(job, 0, gauge).stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static long usedHeap() {
        System.gc();
        return used();
    }

    /**
     * What is kept is there each time, but not what the stream has allocated since the collection.
     */
    private static long keptHeap(long limit) {
        long least = usedHeap();
        for (int i = 1; i < MOST_COLLECTIONS && least >= limit; i++) {
            least = Math.min(least, usedHeap());
        }
        return least;
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Counts results of all instances. */
    private static final class Seen implements MapFunction<TransactionResult<Long>, Long> {
        private static final long serialVersionUID = 1L;

        private static final BitSet EXPIRED = new BitSet();
        private static int expired;
        private static int twice;
        private static long elements;
        private static long firstNanos;
        private static long lastNanos;
        private static long elementNanos;
        private static long longestPauseNanos;

        static synchronized void reset() {
            EXPIRED.clear();
            expired = 0;
            twice = 0;
            elements = 0;
            firstNanos = 0;
            longestPauseNanos = 0;
        }

        static synchronized int expired() {
            return expired;
        }

        static synchronized int twice() {
            return twice;
        }

        static synchronized long elementsMeanwhile() {
            return elements;
        }

        static synchronized String line() {
            long nanos = Math.max(1, lastNanos - firstNanos);
            return String.format(
                    Locale.ROOT,
                    "%,d in %.1f s, %,d/s, beside %,d transactions, %,d/s, longest pause %d ms",
                    expired,
                    nanos / 1e9,
                    (long) (expired * 1e9 / nanos),
                    elements,
                    (long) (elements * 1e9 / nanos),
                    longestPauseNanos / 1_000_000);
        }

        @Override
        public Long map(TransactionResult<Long> result) {
            StateUpdate update = result.updates().get(0);
            note(result.entrance().equals("timers"), (Integer) update.key());
            return 0L;
        }

        private static synchronized void note(boolean ofTimer, int key) {
            long now = System.nanoTime();
            if (!ofTimer) {
                if (firstNanos > 0 && expired < KEYS) {
                    longestPauseNanos = Math.max(longestPauseNanos, now - elementNanos);
                    elements++;
                }
                elementNanos = now;
            } else if (key < KEYS) {
                firstNanos = firstNanos == 0 ? now : firstNanos;
                lastNanos = now;
                twice += EXPIRED.get(key) ? 1 : 0;
                expired += EXPIRED.get(key) ? 0 : 1;
                EXPIRED.set(key);
            }
        }
    }
}
