/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import io.tspoon.transaction.AbortReason.Kind;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TransactionCodesTest {
    /** Logs and savepoints have them. */
    @Test
    void codesStayWhatTheyAre() {
        assertThat(TransactionCodes.code(Outcome.COMMITTED)).isZero();
        assertThat(TransactionCodes.code(Outcome.ABORTED)).isOne();
        assertThat(TransactionCodes.code(Kind.CONSTRAINT)).isZero();
        assertThat(TransactionCodes.code(Kind.USER)).isOne();
    }

    @Test
    void codesComeBack() {
        assertThat(Outcome.values())
                .allMatch(
                        outcome ->
                                TransactionCodes.outcome(TransactionCodes.code(outcome))
                                        == outcome);
        assertThat(Kind.values())
                .allMatch(kind -> TransactionCodes.kind(TransactionCodes.code(kind)) == kind);
    }

    @Test
    void unknownCodesAreRefused() {
        assertThatThrownBy(() -> TransactionCodes.outcome(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[TSP-2701] Cannot read transaction: unknown outcome, code=2");
        assertThatThrownBy(() -> TransactionCodes.kind(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[TSP-2701] Cannot read transaction: unknown kind of reason, code=-1");
    }
}
