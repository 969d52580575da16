/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

class SnapshotPinsTest {
    private final SnapshotPins<Integer, Long> pins = new SnapshotPins<>();
    private final KeyRecord<Integer, Long> record = new KeyRecord<>(1, 0L);

    @Test
    void withoutPinsNoReplacedVersionIsKept() {
        install(10, 20, 30);

        assertThat(kept()).isZero();
    }

    @Test
    void anOpenPinKeepsAllFromThenOn() {
        install(10, 20);
        pins.pin(1, 20);
        install(30, 40);

        assertThat(record.installedUpTo(20)).isEqualTo(20);
        assertThat(record.installedUpTo(39)).isEqualTo(30);
    }

    @Test
    void aSettledPinKeepsWhatItsSnapshotSees() {
        install(10);
        pins.pin(1, 10);
        install(20, 30, 40);

        assertThat(pins.settle(1, 25)).isTrue();

        assertThat(record.installedUpTo(25)).isEqualTo(20);
        assertThat(kept()).isEqualTo(1);
        install(50, 60);
        assertThat(record.installedUpTo(25)).isEqualTo(20);
        assertThat(kept()).isEqualTo(1);
    }

    @Test
    void versionsGoWithTheLastPinThatNeedsThem() {
        install(10);
        pins.pin(1, 10);
        pins.pin(2, 10);
        pins.settle(1, 15);
        pins.settle(2, 17);
        install(20);

        pins.unpin(1);
        assertThat(record.installedUpTo(17)).isEqualTo(10);
        pins.unpin(2);

        assertThat(kept()).isZero();
        assertThat(pins.isReadable(17)).isFalse();
    }

    /** Else more pins would be given up than have to be. */
    @Test
    void whatWasKeptForPinsThatAreGoneDoesNotCount() {
        install(10);
        pins.pin(1, 10);
        install(LongStream.rangeClosed(11, 5_000).toArray());
        pins.pin(2, 5_000);
        install(5_001);
        assertThat(pins.kept()).isEqualTo(4_991);

        pins.giveUpOldest();

        assertThat(pins.kept()).isZero();
        assertThat(pins.size()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            pins.releaseSome();
        }
        assertThat(pins.kept()).isEqualTo(1);
        assertThat(kept()).isEqualTo(1);
        assertThat(record.installedUpTo(5_000)).isEqualTo(5_000);
    }

    /** Else they would become more and more while one pin follows the other. */
    @Test
    void whatIsReleasedGoesAsFastAsVersionsAreInstalled() {
        int keys = 5 * SnapshotPins.RELEASED_AT_ONCE;
        List<KeyRecord<Integer, Long>> records = records(keys);
        long clock = 0;
        for (int pin = 1; pin <= 20; pin++) {
            long snapshot = clock;
            pins.pin(pin, snapshot);
            clock = installAll(records, clock);
            clock = installAll(records, clock);
            pins.settle(pin, snapshot); // releases both, and keeps one of them
            pins.unpin(pin - 4);
            assertThat(pins.released()).as("after pin " + pin).isLessThanOrEqualTo(3 * keys);
        }
        assertThat(replaced(records)).isEqualTo(pins.released() + pins.kept());
        for (int pin = 17; pin <= 20; pin++) {
            long before = pin * 2L * keys - 3L * keys; // when the pass before the pin began
            for (int key = 0; key < keys; key++) {
                assertThat(records.get(key).installedUpTo(before + keys))
                        .isEqualTo(before + key + 1);
            }
            pins.unpin(pin);
        }

        for (int pass = 0; pass < 5; pass++) {
            clock = installAll(records, clock);
        }
        assertThat(pins.released()).isZero();
        assertThat(replaced(records)).isZero();
    }

    /** What is released with it may be the neighbours of its place. */
    @Test
    void versionThatComesLateFindsItsPlaceAmongThoseThatAreReleased() {
        pins.pin(1, 0);
        pins.pin(2, 0);
        long snapshot = 10 * SnapshotPins.RELEASED_AT_ONCE + 5;
        pins.settle(2, snapshot);
        for (int i = 1; i <= 2 * SnapshotPins.RELEASED_AT_ONCE; i++) {
            install(10L * i);
        }
        pins.unpin(1); // the next two that go are those right behind the snapshot

        install(snapshot - 1);

        assertThat(record.installedUpTo(snapshot)).isEqualTo(snapshot - 1);
    }

    @Test
    void aSnapshotBeforeThePinIsRefused() {
        install(10, 20);
        pins.pin(1, 20);

        assertThat(pins.settle(1, 15)).isFalse();
        assertThat(pins.settle(2, 30)).isFalse();
        assertThat(pins.settle(1, 20)).isTrue();
        assertThat(pins.settle(1, 20)).isTrue();
        assertThat(pins.settle(1, 21)).isFalse();
    }

    @Test
    void aSnapshotBeforeThePinIsKeptIfItIsRetained() {
        pins.retainFrom(5, 100);
        install(10, 20, 30);
        pins.pin(1, 30);

        assertThat(pins.settle(1, 4)).isFalse();
        assertThat(pins.settle(1, 15)).isTrue();
        pins.retainFrom(35, 100);
        assertThat(record.installedUpTo(15)).isEqualTo(10);
        assertThat(pins.isReadable(15)).isTrue();
        assertThat(kept()).isEqualTo(1);

        pins.pin(2, 30);
        assertThat(pins.settle(2, 15)).isTrue();
        pins.unpin(1);
        assertThat(record.installedUpTo(15)).isEqualTo(10);
        pins.unpin(2);
        assertThat(kept()).isZero();
        pins.pin(3, 30);
        assertThat(pins.settle(3, 15)).isFalse();
    }

    @Test
    void whatIsRetainedGoesByTimeAndByNumber() {
        pins.retainFrom(5, 100);
        install(10, 20, 30, 40);
        assertThat(record.installedUpTo(15)).isEqualTo(10);

        pins.retainFrom(25, 100);
        assertThat(kept()).isEqualTo(2);
        assertThat(record.installedUpTo(25)).isEqualTo(20);
        assertThat(pins.isReadable(24)).isFalse();

        pins.retainFrom(25, 1);
        assertThat(kept()).isEqualTo(1);
        assertThat(pins.horizon()).isEqualTo(30);
    }

    @Test
    void theHorizonNeverGoesBack() {
        pins.retainFrom(25, 100);
        pins.retainFrom(20, 100);

        assertThat(pins.isReadable(22)).isFalse();
    }

    /** Against a memory of everything that was ever installed. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void snapshotsReadWhatWasThere(long seed) {
        Random random = new Random(seed);
        List<KeyRecord<Integer, Long>> records = records(3);
        List<TreeMap<Long, Long>> all = new ArrayList<>();
        for (int key = 0; key < 3; key++) {
            all.add(new TreeMap<>(Map.of(0L, -1L)));
        }
        boolean retains = seed % 2 == 0;
        boolean keepsVersions = seed > 4;
        if (retains) {
            pins.retainFrom(0, 30);
        }
        List<long[]> open = new ArrayList<>();
        List<long[]> settled = new ArrayList<>();
        long clock = 0;
        for (int step = 0; step < 5_000; step++) {
            clock++;
            int what = random.nextInt(10);
            if (what < 6) {
                int key = random.nextInt(3);
                long oldestReader = keepsVersions ? clock - 3 : Long.MAX_VALUE;
                pins.oldestReader(oldestReader);
                records.get(key).install(clock, oldestReader, pins).value(clock);
                all.get(key).put(clock, clock);
            } else if (what == 6 && open.size() + settled.size() < 6) {
                pins.pin(step, clock);
                open.add(new long[] {step, clock});
            } else if (what == 7 && !open.isEmpty()) {
                long[] pin = open.remove(random.nextInt(open.size()));
                boolean past = retains && random.nextBoolean();
                long lowest = past ? Math.min(pin[1], pins.horizon()) : pin[1];
                long snapshot = lowest + random.nextInt((int) (clock - lowest) + 1);
                assertThat(pins.settle(pin[0], snapshot)).isTrue();
                settled.add(new long[] {pin[0], snapshot});
            } else if (what == 8 && !settled.isEmpty()) {
                pins.unpin(settled.remove(random.nextInt(settled.size()))[0]);
            } else if (retains) {
                pins.retainFrom(Math.max(0, clock - 20), 30);
            }
            for (int key = 0; key < 3; key++) {
                for (long[] pin : settled) {
                    assertReads(records.get(key), all.get(key), pin[1]);
                }
                if (retains && pins.horizon() <= clock) {
                    assertReads(records.get(key), all.get(key), pins.horizon());
                }
            }
        }
        settled.forEach(pin -> pins.unpin(pin[0]));
        open.forEach(pin -> pins.unpin(pin[0]));
        pins.oldestReader(clock);
        if (retains) {
            pins.retainFrom(clock, 0);
        }
        for (KeyRecord<Integer, Long> one : records) {
            one.install(clock + 10, clock + 10, pins).value(0L);
        }
        if (retains) {
            pins.retainFrom(clock + 10, 0);
        }
        pins.oldestReader(clock + 10);
        assertThat(records).allSatisfy(one -> assertThat(one.replacedVersions()).isZero());
        assertThat(pins.retained()).isZero();
    }

    private static void assertReads(
            KeyRecord<Integer, Long> record, TreeMap<Long, Long> all, long snapshot) {
        assertThat(record.installedUpTo(snapshot)).isEqualTo(all.floorEntry(snapshot).getValue());
    }

    private static List<KeyRecord<Integer, Long>> records(int count) {
        return IntStream.range(0, count).mapToObj(key -> new KeyRecord<>(key, -1L)).toList();
    }

    /** The highest timestamp afterwards. */
    private long installAll(List<KeyRecord<Integer, Long>> records, long after) {
        long clock = after;
        for (KeyRecord<Integer, Long> each : records) {
            clock++;
            each.install(clock, Long.MAX_VALUE, pins).value(clock);
        }
        return clock;
    }

    private static int replaced(List<KeyRecord<Integer, Long>> records) {
        return records.stream().mapToInt(KeyRecord::replacedVersions).sum();
    }

    private void install(long... timestamps) {
        for (long timestamp : timestamps) {
            record.install(timestamp, Long.MAX_VALUE, pins).value(timestamp);
        }
    }

    private int kept() {
        return record.replacedVersions();
    }
}
