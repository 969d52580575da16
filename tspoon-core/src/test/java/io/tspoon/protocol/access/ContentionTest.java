/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.Decision;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Many attempts at one key; odd timestamps are of coordinator 1. */
class ContentionTest {
    /** Where each step looked through all others this would be some ten thousand million looks. */
    private static final int MANY = 150_000;

    private static final int COORDINATORS = 2;

    private final KeyRecord<String, String> record = new KeyRecord<>("k", "initial");
    private final HoldTable<String, String> holds =
            new HoldTable<>(COORDINATORS, new Timestamps(COORDINATORS));

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 40})
    void newestTentativeVersionIsFoundHoweverHoldsComeAndGo(int most) {
        Random random = new Random(most);
        TreeMap<Integer, Hold<String, String>> model = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            int timestamp = 1 + random.nextInt(2 * most);
            Hold<String, String> hold = model.get(timestamp);
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (hold == null && model.size() < most) {
                        model.put(timestamp, hold(timestamp, random.nextBoolean()));
                    }
                }
                case 1 -> {
                    if (hold != null) {
                        release(timestamp);
                        model.remove(timestamp);
                    }
                }
                case 2 -> {
                    if (hold != null && !hold.exclusive) {
                        hold.exclusive = true;
                        record.becameExclusive(hold);
                    }
                }
                default -> {
                    if (hold != null && hold.exclusive && !hold.written) {
                        hold.written = true;
                        record.wrote(hold);
                    }
                }
            }
            check(model, random.nextInt(2 * most + 2));
        }
    }

    private void check(TreeMap<Integer, Hold<String, String>> model, int reader) {
        assertThat(record.tentativeBefore(reader, holds)).isSameAs(writtenBefore(model, reader));
        if (model.size() > 1) {
            boolean shared = model.values().stream().noneMatch(each -> each.exclusive);
            assertThat(record.isOnlyShared()).isEqualTo(shared);
        }
    }

    private static @Nullable Hold<String, String> writtenBefore(
            TreeMap<Integer, Hold<String, String>> model, int reader) {
        for (Map.Entry<Integer, Hold<String, String>> each :
                model.headMap(reader, false).descendingMap().entrySet()) {
            if (each.getValue().written) {
                return each.getValue();
            }
        }
        return null;
    }

    @Test
    void whoWaitsStandsInTheOrderOfTimestampsAndOfArrival() {
        Random random = new Random(7);
        List<TestAccess> expected = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(3) > 0) {
                TestAccess access = new TestAccess(1 + random.nextInt(500), AccessMode.UPDATE);
                record.enqueue(access);
                expected.add(access);
                expected.sort(Comparator.comparingLong(Access::timestamp)); // a stable one
            } else if (!expected.isEmpty()) {
                assertThat(record.dequeue()).isSameAs(expected.remove(0));
            }
        }
        for (TestAccess access : expected) {
            assertThat(record.dequeue()).isSameAs(access);
        }
        assertThat(record.isFree()).isTrue();
    }

    @Test
    @Timeout(20)
    void readersDoNotLookThroughEachOther() {
        Participant<String, String> participant = participant(new Locking<>());
        TestAccess writer = new TestAccess(1, AccessMode.UPDATE);
        assertThat(participant.submit(writer, record)).isEqualTo(Admittance.GRANTED);
        for (int timestamp = 2; timestamp < MANY; timestamp++) {
            TestAccess reader = new TestAccess(timestamp, AccessMode.READ);
            assertThat(participant.submit(reader, record)).isEqualTo(Admittance.WAITING);
        }

        participant.decide(1, 1, 1, Decision.COMMIT);
        for (int granted = 0; granted < MANY - 2; granted++) {
            assertThat(Objects.requireNonNull(participant.nextWoken()).isRefused()).isFalse();
        }
        assertThat(participant.nextWoken()).isNull();
        for (int timestamp = MANY; timestamp < 2 * MANY; timestamp++) {
            TestAccess reader = new TestAccess(timestamp, AccessMode.READ);
            assertThat(participant.submit(reader, record)).isEqualTo(Admittance.GRANTED);
        }
    }

    @Test
    @Timeout(20)
    void whoWritesNothingIsNotLookedThrough() {
        Participant<String, String> participant =
                participant(
                        new Speculating<>(new TimestampOrdering<>(), Speculation.whileItPays()));
        for (int i = 1; i < MANY; i++) {
            TestAccess access = new TestAccess(2 * i, AccessMode.UPDATE);
            assertThat(participant.submit(access, record)).isEqualTo(Admittance.GRANTED);
        }
    }

    /** Two blocks of one coordinator, of which the earlier one comes behind the later one. */
    @Test
    @Timeout(20)
    void blockThatComesLateFindsItsPlaceOnce() {
        int late = 4 * MANY; // each look is at what lies beside the one before
        for (int timestamp = late; timestamp < late + MANY; timestamp++) {
            record.enqueue(new TestAccess(timestamp, AccessMode.UPDATE));
        }
        for (int timestamp = 1; timestamp < late; timestamp++) {
            record.enqueue(new TestAccess(timestamp, AccessMode.UPDATE));
        }

        for (int timestamp = 1; timestamp < late + MANY; timestamp++) {
            assertThat(Objects.requireNonNull(record.dequeue()).timestamp()).isEqualTo(timestamp);
        }
    }

    private static Participant<String, String> participant(Mechanism<String, String> mechanism) {
        return new Participant<>(COORDINATORS, ParticipantRules.of(mechanism), installed -> {});
    }

    private Hold<String, String> hold(int timestamp, boolean exclusive) {
        TestAccess access = new TestAccess(timestamp, AccessMode.UPDATE);
        Hold<String, String> hold = holds.create(access, record);
        hold.exclusive = exclusive;
        record.addHold(hold, holds.name(access.coordinator, timestamp), holds);
        return hold;
    }

    private void release(int timestamp) {
        int coordinator = timestamp & 1;
        record.removeHold(
                Objects.requireNonNull(holds.remove(coordinator, timestamp, timestamp)),
                holds.name(coordinator, timestamp),
                holds);
    }

    private static final class TestAccess extends Access<String, String> {
        TestAccess(int timestamp, AccessMode mode) {
            prepare(timestamp & 1, timestamp, timestamp, mode);
        }
    }
}
