/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import io.tspoon.protocol.ProtocolException;
import io.tspoon.protocol.Timestamps;
import io.tspoon.transaction.AccessMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HoldTableTest {
    private static final class TestAccess extends Access<String, String> {
        TestAccess(int coordinator, int slot, long timestamp) {
            prepare(coordinator, slot, timestamp, AccessMode.UPDATE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0",
        "1, 0, 1999999",
        "2, 1, 0",
        "3, 2, 4095",
        "5, 4, 12287",
        "1000, 999, 100000",
        "1024, 0, 1999999",
        "1024, 1023, 1999999"
    })
    void nameLeadsToTheHold(int coordinators, int coordinator, int slot) {
        HoldTable<String, String> holds = table(coordinators);
        KeyRecord<String, String> record = new KeyRecord<>("k", null);
        Hold<String, String> hold = holds.create(new TestAccess(coordinator, slot, 7), record);

        assertThat(holds.name(coordinator, slot)).isPositive();
        assertThat(holds.find(holds.name(coordinator, slot), record)).isSameAs(hold);
    }

    @Test
    void attemptThatHasNoNameIsRefused() {
        HoldTable<String, String> holds = table(1_024);
        TestAccess access = new TestAccess(3, 1 << 21, 7);

        assertThatThrownBy(() -> holds.create(access, new KeyRecord<>("k", null)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("slot=2097152, coordinator=3, coordinators=1024");
    }

    @Test
    void whatIsNotThereIsReported() {
        HoldTable<String, String> holds = table(2);
        holds.create(new TestAccess(1, 4, 7), new KeyRecord<>("k", null));
        KeyRecord<String, String> other = new KeyRecord<>("other", null);

        assertThatThrownBy(() -> holds.find(holds.name(1, 4), other))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("key=other, coordinator=1, slot=4");
    }

    /** However many keys an attempt has, it takes few steps to find what it has on one of them. */
    @Test
    void holdsOfAnAttemptWithManyKeysAreNear() {
        HoldTable<String, String> holds = table(2);
        List<KeyRecord<String, String>> records = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            KeyRecord<String, String> record = new KeyRecord<>("k" + i, null);
            records.add(record);
            record.addHold(holds.create(new TestAccess(1, 4, 7), record), holds.name(1, 4), holds);
        }

        for (KeyRecord<String, String> record : records) {
            Hold<String, String> hold = record.firstHold(holds);
            assertThat(hold).isNotNull();
            assertThat(hold.record).isSameAs(record);
            assertThat(record.holdOf(7, holds)).isSameAs(hold);
        }
        int place = 0;
        int lastNamed = 0;
        List<KeyRecord<String, String>> released = new ArrayList<>();
        Hold<String, String> hold = holds.remove(1, 4, 7);
        while (hold != null) {
            place++;
            lastNamed = hold.isNamed() ? place : lastNamed;
            hold.record.removeHold(hold, holds.name(1, 4), holds);
            released.add(hold.record);
            hold = hold.nextOfAttempt;
        }
        assertThat(lastNamed).isEqualTo(8);
        assertThat(released).containsExactlyInAnyOrderElementsOf(records);
        assertThat(records).allMatch(KeyRecord::isFree);
    }

    private static HoldTable<String, String> table(int coordinators) {
        return new HoldTable<>(coordinators, new Timestamps(coordinators));
    }
}
