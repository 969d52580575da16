/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SlotTableTest {
    /** More stores than there are between two copies of the array, in short and in long ones. */
    @ParameterizedTest
    @ValueSource(ints = {0, 300, 100_000})
    void keepsWhatIsInTheSlotsHoweverOftenTheyAreUsed(int slots) {
        SlotTable<Integer> table = new SlotTable<>(slots);
        int used = 300;
        for (int store = 0; store < 150_000; store++) {
            int slot = store % used;
            assertThat(table.get(slot))
                    .isEqualTo(store < used || slot % 3 == 0 ? null : store - used);
            table.makeRoom(slot);
            table.set(slot, store);
            if (slot % 3 == 0) {
                table.clear(slot);
            }
        }

        assertThat(table.length()).isBetween(used, Math.max(2 * used, slots));
    }

    @Test
    void hasRoomForWhatIsAskedFor() {
        SlotTable<String> table = new SlotTable<>(2);
        table.set(0, "first");
        table.makeRoom(5_000);
        table.set(5_000, "far");
        table.makeRoom(5_001);
        table.set(5_001, "next");

        assertThat(table.get(0)).isEqualTo("first");
        assertThat(table.get(5_000)).isEqualTo("far");
        assertThat(table.get(5_001)).isEqualTo("next");
        assertThat(table.get(1)).isNull();
        assertThat(table.get(1_000_000)).isNull();
    }

    @Test
    void hasNoOtherSlots() {
        SlotTable<String> table = new SlotTable<>(2);

        assertThatThrownBy(() -> table.set(2, "third"))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> table.clear(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
