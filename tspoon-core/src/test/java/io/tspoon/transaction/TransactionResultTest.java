/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TransactionResultTest {
    @Test
    void inputIsGivenByItsClass() {
        TransactionResult<LeafElement<Long>> result = returning("pay 7");

        assertThat(result.input(String.class)).isEqualTo("pay 7");
        assertThat(result.input(Object.class)).isEqualTo("pay 7");
        assertThat(result).asString().endsWith(", input=pay 7]");
        assertThatThrownBy(() -> result.input(Long.class))
                .isInstanceOf(ClassCastException.class)
                .hasMessageContaining("asked=java.lang.Long, class=java.lang.String, entrance=e");
    }

    @Test
    void inputThatIsNotGivenBackIsRefused() {
        TransactionResult<LeafElement<Long>> result = returning(null);

        assertThat(result.input()).isNull();
        assertThat(result.toString()).doesNotContain("input");
        assertThatThrownBy(() -> result.input(String.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outcome=COMMITTED, key=k. Call returnInputs(");
    }

    @Test
    void elementsOfALeafAreFound() {
        TransactionResult<LeafElement<Long>> result = returning(null);

        assertThat(LeafElement.in(result, "paid")).containsExactly(1L, 3L);
        assertThat(LeafElement.in(result, "reserved")).containsExactly(2L);
        assertThat(LeafElement.in(result, "other")).isEmpty();
    }

    private static TransactionResult<LeafElement<Long>> returning(Object input) {
        return new TransactionResult<>(
                new TransactionId(1),
                "e",
                "k",
                new ExecutionTimestamp(1),
                Outcome.COMMITTED,
                1,
                List.of(),
                List.of(),
                List.of(
                        new LeafElement<>("paid", 1L),
                        new LeafElement<>("reserved", 2L),
                        new LeafElement<>("paid", 3L)),
                input);
    }
}
