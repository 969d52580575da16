/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeyRecordTest {
    private final KeyRecord<String, String> record = new KeyRecord<>("k", "initial");
    private final SnapshotPins<String, String> pins = new SnapshotPins<>();
    private final HoldTable<String, String> holds = new HoldTable<>(2, new Timestamps(2));

    @Test
    void valueFromBeforeIsSeenByAll() {
        assertThat(record.installedBefore(1)).isEqualTo("initial");
    }

    @Test
    void readerSeesTheNewestVersionBelowItsTimestamp() {
        record.install(10, 0, pins).value("ten");
        record.install(20, 0, pins).value("twenty");

        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(11)).isEqualTo("ten");
        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(21)).isEqualTo("twenty");
        assertThat(record.installed()).isEqualTo("twenty");
    }

    @Test
    void versionInstalledLateFindsItsPlace() {
        record.install(30, 0, pins).value("thirty");
        record.install(10, 0, pins).value("ten");
        record.install(20, 0, pins).value("twenty");

        assertThat(record.installed()).isEqualTo("thirty");
        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(30)).isEqualTo("twenty");
    }

    @Test
    void readersAboveTheStableTimestampKeepTheirVersion() {
        record.install(10, 0, pins).value("ten");
        record.install(20, 0, pins).value("twenty");
        record.install(30, 15, pins).value("thirty");
        record.install(40, 25, pins).value("forty");

        assertThat(record.installedBefore(26)).isEqualTo("twenty");
        assertThat(record.installedBefore(31)).isEqualTo("thirty");
    }

    /** A long chain is not looked through whenever a version is added, but now and then. */
    @Test
    void longChainsAreShortenedInTheEnd() {
        for (int i = 1; i <= 1_000; i++) {
            record.install(i, 0, pins).value("at " + i);
        }
        assertThat(record.replacedVersions()).isEqualTo(1_000);
        for (int i = 1_001; i <= 3_000; i++) {
            record.install(i, i - 10, pins).value("at " + i);
        }

        assertThat(record.replacedVersions()).isBetween(10, 15);
        assertThat(record.installedBefore(2_995)).isEqualTo("at 2994");
    }

    @Test
    void versionsBelowTheStableTimestampGo() {
        record.install(10, 0, pins).value("ten");
        record.install(20, 0, pins).value("twenty");
        record.install(30, 25, pins).value("thirty");

        assertThat(record.installedBefore(30)).isEqualTo("twenty");
        assertThat(record.installedBefore(20)).isNull();
    }

    @Test
    void longChainIsCutBelowTheStableTimestamp() {
        record.install(10, 0, pins).value("ten");
        record.install(20, 0, pins).value("twenty");
        record.install(30, 0, pins).value("thirty");
        record.install(40, 15, pins).value("forty");

        assertThat(record.installedBefore(20)).isEqualTo("ten");
        assertThat(record.installedBefore(10)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 12, 60})
    void readersSeeWhatAMapOfAllVersionsSays(int unstable) {
        Random random = new Random(unstable);
        TreeMap<Long, String> all = new TreeMap<>();
        all.put(Timestamps.NONE, "initial");
        long newest = Timestamps.NONE;
        long stable = Timestamps.NONE;
        for (int i = 0; i < 5_000; i++) {
            boolean late = newest - stable > 1 && random.nextInt(8) == 0;
            long timestamp =
                    late ? random.nextLong(stable + 1, newest) : newest + 1 + random.nextInt(9);
            if (!all.containsKey(timestamp)) {
                newest = Math.max(newest, timestamp);
                record.install(timestamp, stable, pins).value("v" + timestamp);
                all.put(timestamp, "v" + timestamp);
            }
            stable = Math.max(stable, newest - random.nextInt(5 * unstable));
            for (long reader = stable + 1; reader <= newest + 1; reader++) {
                assertThat(record.installedBefore(reader))
                        .isEqualTo(all.lowerEntry(reader).getValue());
                assertThat(record.installedTimestampUpTo(reader)).isEqualTo(all.floorKey(reader));
            }
        }
        for (int i = 1; i <= 3; i++) {
            record.install(newest + i, newest + i - 1, pins).value("last");
        }
        assertThat(record.replacedVersions()).isEqualTo(1);
    }

    @Test
    void deletedKeyHasNoValueAboveTheDeletion() {
        record.install(10, 0, pins).value(null);

        assertThat(record.installed()).isNull();
        assertThat(record.installedBefore(10)).isEqualTo("initial");
        assertThat(record.installedBefore(11)).isNull();
    }

    @Test
    void recordIsNeededUntilTheStableTimestampPassesItsLastAccess() {
        record.highestRead = 10;
        record.highestWrite = 20;

        assertThat(record.isIdle(19)).isFalse();
        assertThat(record.isIdle(20)).isTrue();
        record.highestRead = 30;
        assertThat(record.isIdle(20)).isFalse();
    }

    @Test
    void recordIsNeededWhileSomebodyHoldsOrAwaitsTheKey() {
        hold(3);
        assertThat(record.isIdle(10)).isFalse();
        record.enqueue(new TestAccess(9));
        release(3);
        assertThat(record.isIdle(10)).isFalse();
        record.dequeue();
        assertThat(record.isIdle(10)).isTrue();
    }

    // ------------------------------------------------------------------ holds

    /** Odd timestamps are of coordinator 1; the slot of an attempt is its timestamp. */
    @Test
    void holdsAreInTheOrderOfTheirTimestampsHoweverTheyComeAndGo() {
        for (List<Integer> added : List.of(List.of(3, 4, 8), List.of(8, 4, 3), List.of(4, 8, 3))) {
            for (List<Integer> removed :
                    List.of(List.of(3, 4, 8), List.of(8, 3, 4), List.of(4, 8, 3))) {
                TreeSet<Integer> expected = new TreeSet<>();
                for (int timestamp : added) {
                    hold(timestamp);
                    expected.add(timestamp);
                    assertHolds(expected);
                }
                for (int timestamp : removed) {
                    release(timestamp);
                    expected.remove(timestamp);
                    assertHolds(expected);
                }
            }
        }
    }

    @Test
    void whoWaitsStaysWhileHoldsComeAndGo() {
        hold(3);
        TestAccess waiting = new TestAccess(9);
        record.enqueue(waiting);
        hold(4);
        release(3);
        release(4);

        assertThat(record.firstWaiting()).isSameAs(waiting);
        assertThat(record.isFree()).isFalse();
        assertThat(record.dequeue()).isSameAs(waiting);
        assertThat(record.isFree()).isTrue();
        assertThat(record.dequeue()).isNull();
    }

    @Test
    void holdOfAnAttemptWithSeveralKeysIsFoundByItsRecord() {
        KeyRecord<String, String> other = new KeyRecord<>("other", null);
        Hold<String, String> first = holds.create(new TestAccess(3), record);
        record.addHold(first, holds.name(1, 3), holds);
        Hold<String, String> second = holds.create(new TestAccess(3), other);
        other.addHold(second, holds.name(1, 3), holds);

        assertThat(record.firstHold(holds)).isSameAs(first);
        assertThat(other.firstHold(holds)).isSameAs(second);
    }

    @Test
    void whatIsNotHeldCannotBeReleased() {
        Hold<String, String> never = new Hold<>(record, 5, 5);
        hold(3);

        assertThatThrownBy(() -> record.removeHold(never, holds.name(1, 5), holds))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("[TSP-2505] Cannot release hold: not held, key=k");
    }

    private void hold(int timestamp) {
        TestAccess access = new TestAccess(timestamp);
        record.addHold(
                holds.create(access, record), holds.name(access.coordinator, timestamp), holds);
    }

    private void release(int timestamp) {
        int coordinator = timestamp & 1;
        record.removeHold(
                Objects.requireNonNull(holds.remove(coordinator, timestamp, timestamp)),
                holds.name(coordinator, timestamp),
                holds);
    }

    private void assertHolds(TreeSet<Integer> expected) {
        List<Integer> found = new ArrayList<>();
        Hold<String, String> hold = record.firstHold(holds);
        while (hold != null) {
            found.add((int) hold.timestamp);
            hold = hold.nextOfRecord;
        }
        assertThat(found).containsExactlyElementsOf(expected);
        assertThat(record.isFree()).isEqualTo(expected.isEmpty());
        for (int timestamp : expected) {
            Hold<String, String> own = record.holdOf(timestamp, holds);
            assertThat(Objects.requireNonNull(own).timestamp).isEqualTo(timestamp);
        }
        assertThat(record.holdOf(5, holds)).isNull();
        boolean oneCoordinator = expected.stream().map(each -> each & 1).distinct().count() <= 1;
        int newest = expected.isEmpty() ? 0 : expected.last();
        assertThat(record.isHeldOnlyBefore(10, newest & 1, holds)).isEqualTo(oneCoordinator);
        assertThat(record.isHeldOnlyBefore(2, newest & 1, holds)).isEqualTo(expected.isEmpty());
    }

    private static final class TestAccess extends Access<String, String> {
        TestAccess(int timestamp) {
            prepare(timestamp & 1, timestamp, timestamp, AccessMode.UPDATE);
        }
    }
}
