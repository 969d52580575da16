/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.api.windows.PlainWindow;
import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexRange;
import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Windows have what plain lists say, in records that are few and small. */
class WindowViewTest {
    private static final int PROGRAMS = 150;
    private static final int TRANSACTIONS = 120;
    private static final int KEYS = 2;

    private final Records records = new Records();

    /** An element with its time. */
    record Reading(long at, long value) {}

    // ------------------------------------------------------------------ random programs

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void windowsOfTheLastElementsAreAsPlainLists(boolean aggregated) {
        for (long seed = 0; seed < PROGRAMS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 1 + random.nextInt(12);
            int slide = 1 + random.nextInt(size);
            Windows<?> windows =
                    new Windows<>(
                            "seed=" + seed + ", size=" + size + ", slide=" + slide,
                            summed(
                                    WindowSpec.ofLast(
                                            "last", Long.class, Reading.class, size, slide),
                                    aggregated),
                            PlainWindow.ofLast(size, slide),
                            aggregated);
            windows.run(random, number -> number);
            assertThat(windows.records.most(windows.spec.slots()))
                    .as(windows.what)
                    .isLessThanOrEqualTo(KEYS * (size + slide - 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void windowsOfTimeAreAsPlainLists(boolean aggregated, boolean atOnce) {
        for (long seed = 0; seed < PROGRAMS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int slide = 1 + random.nextInt(20);
            int size = slide * (1 + random.nextInt(6));
            int jitter = 1 + random.nextInt(30);
            WindowSpec<Long, Reading, Void> span =
                    WindowSpec.ofTime(
                            "span",
                            Long.class,
                            Reading.class,
                            Duration.ofMillis(size),
                            Duration.ofMillis(slide),
                            Reading::at);
            Windows<?> windows =
                    new Windows<>(
                            "seed=" + seed + ", size=" + size + ", slide=" + slide,
                            summed(atOnce ? span.atOnce() : span, aggregated),
                            PlainWindow.ofTime(size, slide, Reading::at, atOnce),
                            aggregated);
            SplittableRandom times = random.split();
            windows.run(
                    random,
                    number ->
                            number
                                    + times.nextInt(jitter)
                                    + (number > TRANSACTIONS && number % 2 == 0 ? 200 : 0));
        }
    }

    @SuppressWarnings("unchecked") // Void stands for no aggregate
    private static <A> WindowSpec<Long, Reading, A> summed(
            WindowSpec<Long, Reading, Void> window, boolean aggregated) {
        WindowSpec<Long, Reading, Void> partitioned = window.partitionedBy(key -> 0, Integer.class);
        return (WindowSpec<Long, Reading, A>)
                (aggregated
                        ? partitioned.aggregate(
                                Long.class,
                                0L,
                                (sum, reading) -> sum + reading.value(),
                                (sum, reading) -> sum - reading.value())
                        : partitioned);
    }

    /** Gives times to numbers that rise. */
    private interface Times {
        long at(long number);
    }

    /** The windows of all keys, and what they should be. */
    private static final class Windows<A> {
        private final String what;
        private final WindowSpec<Long, Reading, A> spec;
        private final boolean aggregated;
        private final Map<Long, PlainWindow<Reading>> plain = new HashMap<>();
        private final Records records = new Records();
        private int late;

        private Windows(
                String what,
                WindowSpec<Long, Reading, A> spec,
                PlainWindow<Reading> empty,
                boolean aggregated) {
            this.what = what;
            this.spec = spec;
            this.aggregated = aggregated;
            for (long key = 0; key < KEYS; key++) {
                plain.put(key, empty.copy());
            }
        }

        private void run(SplittableRandom random, Times times) {
            long number = 0;
            for (int i = 0; i < TRANSACTIONS; i++) {
                Map<Long, PlainWindow<Reading>> before = new HashMap<>();
                plain.forEach((key, window) -> before.put(key, window.copy()));
                for (int step = random.nextInt(6); step > 0; step--) {
                    number += random.nextInt(4);
                    long key = random.nextInt(KEYS);
                    Reading element = new Reading(times.at(number), random.nextInt(100));
                    WindowAccess<Reading, A> window = records.partition(spec).of(spec, key);
                    boolean taken = window.add(element);
                    late += taken ? 0 : 1;
                    assertThat(taken).as(what).isEqualTo(plain.get(key).add(element));
                    check(window, plain.get(key));
                }
                if (random.nextInt(4) == 0) {
                    records.abort();
                    plain.putAll(before);
                } else {
                    records.commit();
                }
                plain.forEach(
                        (key, window) -> {
                            check(records.partition(spec).of(spec, key), window);
                            checkReaders(key, window);
                        });
            }
        }

        private void check(WindowAccess<Reading, A> window, PlainWindow<Reading> expected) {
            List<Reading> elements = expected.elements();
            assertThat(window.elements()).as(what).isEqualTo(elements);
            assertThat(window.size()).as(what).isEqualTo(elements.size());
            if (aggregated) {
                assertThat(window.aggregate()).as(what).isEqualTo(sum(elements));
            }
        }

        private void checkReaders(long key, PlainWindow<Reading> expected) {
            WindowContent<A> content = records.installed(spec.contents(), key);
            if (content == null) {
                assertThat(expected.elements()).isEmpty();
                return;
            }
            assertThat(spec.elementsOf(key, content, records.all(spec.slots())))
                    .as(what)
                    .isEqualTo(expected.elements());
            assertThat(content.staged()).as(what).isEqualTo(expected.staged());
        }
    }

    private static long sum(List<Reading> elements) {
        return elements.stream().mapToLong(Reading::value).sum();
    }

    // ------------------------------------------------------------------ single rules

    private static final WindowSpec<Long, Reading, Double> MINUTES =
            WindowSpec.ofTime(
                            "minutes",
                            Long.class,
                            Reading.class,
                            Duration.ofMinutes(5),
                            Duration.ofMinutes(1),
                            Reading::at)
                    .aggregate(
                            Double.class,
                            0.0,
                            (sum, reading) -> sum + reading.value() / 10.0,
                            (sum, reading) -> sum - reading.value() / 10.0)
                    .maxElements(10)
                    .partitionedBy(key -> 0, Integer.class);

    private WindowAccess<Reading, Double> minutes() {
        return records.partition(MINUTES).of(MINUTES, 1L);
    }

    /** An element writes two records, and deletes two of those that have left. */
    @Test
    void whatHasLeftIsFreedLittleByLittle() {
        for (int i = 0; i < 9; i++) {
            minutes().add(new Reading(i, 1));
        }
        records.commit();

        minutes().add(new Reading(3_600_000, 1));

        assertThat(records.tentative).hasSize(4);
        records.commit();
        assertThat(records.all(MINUTES.slots())).hasSize(8);
        minutes().advanceTo(7_200_000);
        for (int i = 0; i < 8; i++) {
            minutes().add(new Reading(7_200_000, 1));
        }
        records.commit();
        assertThat(records.all(MINUTES.slots())).hasSize(8);
    }

    @Test
    void anEmptyWindowHasExactlyTheInitialAggregate() {
        minutes().add(new Reading(0, 1));
        minutes().add(new Reading(0, 2));
        minutes().add(new Reading(60_000, 3));
        minutes().add(new Reading(120_000, 3));
        assertThat(minutes().aggregate()).isEqualTo(0.1 + 0.2 + 0.3);

        minutes().advanceTo(360_000);
        assertThat(minutes().size()).isEqualTo(2);
        minutes().advanceTo(480_000);

        assertThat(minutes().size()).isZero();
        assertThat(minutes().aggregate()).isEqualTo(0.0);
    }

    /** Nor does rounding add up where one slide after the other fills the whole window. */
    @Test
    void aSlideOfTheWholeSizeBeginsAnew() {
        WindowSpec<Long, Reading, Double> tenths =
                WindowSpec.ofLast("tenths", Long.class, Reading.class, 3, 3)
                        .aggregate(
                                Double.class,
                                0.0,
                                (sum, reading) -> sum + reading.value() / 10.0,
                                (sum, reading) -> sum - reading.value() / 10.0)
                        .partitionedBy(key -> 0, Integer.class);
        WindowAccess<Reading, Double> window = records.partition(tenths).of(tenths, 1L);
        for (long value : new long[] {100_000_000_000_000_000L, 15, 15, 1, 1, 1}) {
            window.add(new Reading(0, value));
        }

        assertThat(window.aggregate()).isEqualTo(0.1 + 0.1 + 0.1);
    }

    @Test
    void aFullWindowAborts() {
        for (int i = 0; i < 10; i++) {
            assertThat(minutes().add(new Reading(i * 20_000L, 1))).isTrue();
        }

        assertThatThrownBy(() -> minutes().add(new Reading(200_000, 1)))
                .hasMessage("window is full: limit=10");
    }

    @Test
    void whatLeavesMakesRoom() {
        for (int i = 0; i < 10; i++) {
            assertThat(minutes().add(new Reading(i * 20_000L, 1))).isTrue();
        }

        assertThat(minutes().add(new Reading(360_000, 1))).isTrue();
    }

    @Test
    void aNegativeTimestampAborts() {
        assertThatThrownBy(() -> minutes().add(new Reading(-1, 1)))
                .hasMessage("timestamp is negative: timestamp=-1");
    }

    @Test
    void latestTimesDoNotOverflow() {
        long last = Long.MAX_VALUE;
        assertThat(minutes().add(new Reading(last, 1))).isTrue();
        assertThat(minutes().add(new Reading(last - 120_000, 1))).isFalse();
        assertThat(minutes().add(new Reading(last, 1))).isTrue();
        minutes().advanceTo(last);
        assertThat(minutes().size()).isZero();
    }

    @Test
    void nullIsRefused() {
        assertThatThrownBy(() -> minutes().add(null))
                .hasMessageStartingWith("[TSP-1310] Cannot add to window: the element is null")
                .hasMessageContaining("window=minutes, key=1");
    }

    @Test
    void anAggregateThatIsNullIsRefused() {
        WindowSpec<Long, Reading, Long> broken =
                WindowSpec.ofLast("broken", Long.class, Reading.class, 2)
                        .aggregate(Long.class, 0L, (sum, reading) -> null, (sum, reading) -> sum)
                        .partitionedBy(key -> 0, Integer.class);

        assertThatThrownBy(() -> records.partition(broken).of(broken, 1L).add(new Reading(0, 0)))
                .hasMessageStartingWith("[TSP-1311] Cannot write aggregate of window");
    }

    @Test
    void lastElementsKnowNoTimeAndMayHaveNoAggregate() {
        WindowAccess<Reading, Void> window = last(3, 2);

        assertThatThrownBy(() -> window.advanceTo(5))
                .hasMessageStartingWith("[TSP-1312] Cannot advance window");
        assertThatThrownBy(window::aggregate)
                .hasMessageStartingWith("[TSP-1313] Cannot read aggregate of window");
    }

    @Test
    void anotherSizeIsRefused() {
        last(3, 2).add(new Reading(0, 0));

        assertThatThrownBy(() -> last(4, 2).size())
                .hasMessageStartingWith("[TSP-1314] Cannot use window")
                .hasMessageContaining("slots=5, before=4");
    }

    @Test
    void readersWithoutAllSlotsAreTold() {
        WindowSpec<Long, Reading, Void> spec =
                WindowSpec.ofLast("last", Long.class, Reading.class, 3);
        WindowContent<Void> content = new WindowContent<>(2, null, 0, 0, 5, 0, 3);

        assertThat(spec.slotsOf(7L, content))
                .containsExactly(new WindowSlot<>(7L, 2), new WindowSlot<>(7L, 0));
        assertThatThrownBy(() -> spec.elementsOf(7L, content, Map.of()))
                .hasMessageStartingWith("[TSP-1315] Cannot tell elements of window");
    }

    /** docs/metrics.md lists what is registered. */
    @Test
    void pageListsTheMetric() throws IOException {
        List<String> registered = new ArrayList<>();
        LateElements late = new LateElements("minutes");
        late.register(
                new UnregisteredMetricsGroup() {
                    @Override
                    public MetricGroup addGroup(String name) {
                        registered.add(name);
                        return this;
                    }

                    @Override
                    public MetricGroup addGroup(String key, String value) {
                        registered.add(key + "=" + value);
                        return this;
                    }

                    @Override
                    public Counter counter(String name) {
                        registered.add(name);
                        return super.counter(name);
                    }
                });

        assertThat(registered).containsExactly("tspoon", "window=minutes", "lateElements");
        assertThat(Files.readString(Path.of("../docs/metrics.md")))
                .contains("\n## Windows\n")
                .contains("\n| `lateElements` | counter |");
    }

    private WindowAccess<Reading, Void> last(int size, int slide) {
        WindowSpec<Long, Reading, Void> spec =
                WindowSpec.ofLast("last", Long.class, Reading.class, size, slide)
                        .partitionedBy(key -> 0, Integer.class);
        return records.partition(spec).of(spec, 1L);
    }

    // ------------------------------------------------------------------ records

    private record Place(int place, Object key) {}

    /** The records of a partition: what is installed, and what a transaction has written. */
    private static final class Records implements PartitionValues {
        private final Map<Place, Object> installed = new HashMap<>();
        private final Map<Place, Object> tentative = new LinkedHashMap<>();
        private int most;

        private Partition partition(WindowSpec<?, ?, ?> spec) {
            return new Partition(
                    this,
                    new PartitionStates(
                            new String[] {spec.contents().name(), spec.slots().name()},
                            new int[] {0, 1}),
                    List.of(new LateElements(spec.name())));
        }

        @Override
        public Timers timers(int place, Object key) {
            throw new UnsupportedOperationException("windows have none");
        }

        private void commit() {
            tentative.forEach(
                    (place, value) -> {
                        if (value == null) {
                            installed.remove(place);
                        } else {
                            installed.put(place, value);
                        }
                    });
            tentative.clear();
            int elements = (int) installed.keySet().stream().filter(p -> p.place == 1).count();
            most = Math.max(most, elements);
        }

        private void abort() {
            tentative.clear();
        }

        private int most(StateSpec<?, ?> slots) {
            return most;
        }

        @SuppressWarnings("unchecked")
        private <K, V> V installed(StateSpec<K, V> contents, K key) {
            return (V) installed.get(new Place(0, key));
        }

        @SuppressWarnings("unchecked")
        private <K, V> Map<K, V> all(StateSpec<K, V> slots) {
            Map<K, V> all = new HashMap<>();
            installed.forEach(
                    (place, value) -> {
                        if (place.place == 1) {
                            all.put((K) place.key, (V) value);
                        }
                    });
            return all;
        }

        @Override
        public List<Object> keys(
                int place, IndexDefinition index, IndexRange range, boolean descending, int most) {
            throw new UnsupportedOperationException("windows have no indexes");
        }

        @Override
        public Object partition() {
            return 0;
        }

        @Override
        public <V> ValueAccess<V> value(int place, Object key) {
            return new Value<>(new Place(place, key));
        }

        /** As functions get it, a value is also what they can abort with. */
        private final class Value<V> implements ValueAccess<V>, TransactionContext {
            private final Place place;

            private Value(Place place) {
                this.place = place;
            }

            @Override
            @SuppressWarnings("unchecked")
            public V get() {
                return (V) (tentative.containsKey(place) ? tentative : installed).get(place);
            }

            @Override
            public boolean exists() {
                return get() != null;
            }

            @Override
            public void set(V value) {
                tentative.put(place, value);
            }

            @Override
            public void delete() {
                tentative.put(place, null);
            }

            @Override
            public void abort(String reason, Object... details) {
                throw new IllegalStateException(reason + ": " + details[0] + "=" + details[1]);
            }
        }
    }
}
