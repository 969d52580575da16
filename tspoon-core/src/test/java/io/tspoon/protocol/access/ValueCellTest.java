/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.protocol.access;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class ValueCellTest {
    private static final class Cell extends ValueCell<Object> {}

    private final Cell cell = new Cell();

    /** Numbers that are kept without a box, at the edges of their types, and others. */
    static List<@Nullable Object> values() {
        List<@Nullable Object> values = new ArrayList<>();
        values.addAll(List.of(0L, 1L, -1L, 1_000_000_007L, Long.MIN_VALUE, Long.MAX_VALUE));
        values.addAll(List.of(0, 1, -1, 1_000_007, Integer.MIN_VALUE, Integer.MAX_VALUE));
        values.addAll(List.of(0.0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY));
        values.addAll(List.of(1.5f, (short) 7, (byte) -7, 'c', true, "text", BigDecimal.TEN));
        values.add(null);
        return values;
    }

    @ParameterizedTest
    @MethodSource("values")
    void givesTheValueThatWasSetWhateverWasThereBefore(@Nullable Object value) {
        for (Object before : values()) {
            cell.value(before);
            cell.value(value);

            assertThat(cell.value()).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void takesOverTheValueOfAnotherCell(@Nullable Object value) {
        for (Object before : values()) {
            cell.value(before);
            Cell other = new Cell();
            other.value(value);
            cell.keepThatOf(other);

            assertThat(cell.value()).isEqualTo(value);
        }
    }

    @Test
    void doesNotChangeWithTheCellThatItWasCopiedFrom() {
        Cell other = new Cell();
        other.value(5L);
        cell.keepThatOf(other);
        other.value(6L);

        assertThat(cell.value()).isEqualTo(5L);
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(cell.value()).isNull();
    }

    /** A reference from a record, which is old, to a number just made is what it is to avoid. */
    @Test
    void keepsNoBox() {
        Long box = Long.valueOf(1_000_000_007L);
        cell.value(box);

        assertThat(cell.value()).isEqualTo(box).isNotSameAs(box);
    }

    @Test
    void keepsWhatIsNoNumberAsItIs() {
        BigDecimal value = new BigDecimal("12.50");
        cell.value(value);

        assertThat(cell.value()).isSameAs(value);
    }
}
