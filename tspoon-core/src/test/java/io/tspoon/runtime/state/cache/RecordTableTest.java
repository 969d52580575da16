/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state.cache;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class RecordTableTest {
    /** A new table has so many places. */
    private static final int PLACES = 1024;

    private final RecordTable<String, String> table = new RecordTable<>();

    @Test
    void recordThatFoundItsPlaceTakenIsFurther() {
        CachedRecord<String, String> first = add("a", 7);
        CachedRecord<String, String> second = add("b", 7 + PLACES);
        CachedRecord<String, String> third = add("c", 7 + 2 * PLACES);

        assertThat(candidate(7 + 2 * PLACES)).isSameAs(first);
        assertThat(table.further(7 + PLACES)).isSameAs(second);
        assertThat(table.further(7 + 2 * PLACES)).isSameAs(third);
    }

    @Test
    void afterTheLastPlaceComesTheFirst() {
        add("a", PLACES - 1);
        CachedRecord<String, String> second = add("b", -1);

        assertThat(table.further(-1)).isSameAs(second);
        assertThat(table.get("b", -1)).isSameAs(second);
    }

    @Test
    void whatIsNotThereIsNotFurther() {
        add("a", 7);
        add("b", 8);

        assertThat(table.further(7 + PLACES)).isNull();
        assertThat(table.further(9)).isNull();
    }

    /** An array has less than 2^31 places. */
    @Test
    void tableThatCannotGrowIsFilledFurther() {
        RecordTable<String, String> full = new RecordTable<>(PLACES);
        List<CachedRecord<String, String>> records = new ArrayList<>();
        for (int i = 0; i < PLACES - 1; i++) {
            records.add(new CachedRecord<>("key" + i, i / 2, null));
            full.add(records.get(i));
        }
        assertThat(full.candidates(new int[] {PLACES}, 1)).containsExactly(records.get(0));
        records.subList(0, PLACES / 2).forEach(full::remove);

        for (int i = 0; i < records.size(); i++) {
            CachedRecord<String, String> record = records.get(i);
            CachedRecord<String, String> expected = i < PLACES / 2 ? null : record;
            assertThat(full.get(record.key(), record.hash)).isSameAs(expected);
        }
    }

    private CachedRecord<String, String> add(String key, int hash) {
        CachedRecord<String, String> record = new CachedRecord<>(key, hash, null);
        table.add(record);
        return record;
    }

    private @Nullable CachedRecord<String, String> candidate(int hash) {
        return table.candidates(new int[] {hash}, 1)[0];
    }
}
