/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entries;

import io.tspoon.api.CheckFunction;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.Numbers;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** A condition on the value of a key lets the transaction go on, or aborts it. */
class CheckITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final String RULE = "has had fewer";

    private static final StateSpec<Long, Long> SUM = Numbers.sums("sum");
    private static final StateSpec<Long, Long> BARE =
            StateSpec.named("bare", Long.class, Long.class);

    /** Each key lets nine numbers in, and each passes the check as it came. */
    @ParameterizedTest
    @EnumSource
    void transactionCommitsIfTheConditionHolds(ConcurrencyControl control) throws Exception {
        TransactionalStream<Long> opened = Numbers.open(control, 2);
        TransactionalStream<Long> checked =
                opened.keyBy(number -> number % 5).check(SUM, (sum, number) -> sum < 9, RULE);
        opened.keyBy(number -> number % 5).neverFails().update(SUM, (sum, number) -> sum + 1);

        List<TransactionResult<Long>> results = EmbeddedFlink.collect(checked.closeTransaction());

        assertThat(results).filteredOn(TransactionResult::isCommitted).hasSize(5 * 9);
        assertThat(results)
                .allSatisfy(
                        result -> {
                            long number = Long.parseLong(result.key());
                            if (result.isCommitted()) {
                                assertThat(result.emitted()).containsExactly(number);
                            } else {
                                assertThat(result.reasons())
                                        .containsExactly(
                                                new AbortReason(
                                                        AbortReason.Kind.USER,
                                                        "sum",
                                                        Long.toString(number % 5),
                                                        RULE,
                                                        ""));
                            }
                        });
        Numbers.checkReplay(
                results,
                (number, view) -> {
                    long sum = view.read(SUM, number % 5);
                    if (sum >= 9) {
                        view.abort(RULE);
                    }
                    view.emit(number);
                    view.write(SUM, number % 5, sum + 1);
                });
    }

    @ParameterizedTest
    @EnumSource
    void keyWithoutAValueHasTheInitialOne(ConcurrencyControl control) throws Exception {
        assertThat(check(control, SUM, (sum, number) -> sum == 0))
                .hasSize(Numbers.COUNT)
                .allMatch(TransactionResult::isCommitted)
                .allMatch(result -> result.updates().isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void keyWithoutAnyValueHasNull(ConcurrencyControl control) throws Exception {
        assertThat(check(control, BARE, (value, number) -> value == null && number % 2 == 0))
                .hasSize(Numbers.COUNT)
                .allMatch(
                        result -> result.isCommitted() == (Long.parseLong(result.key()) % 2 == 0));
    }

    private static List<TransactionResult<Long>> check(
            ConcurrencyControl control,
            StateSpec<Long, Long> state,
            CheckFunction<Long, Long> condition)
            throws Exception {
        return EmbeddedFlink.collect(
                TransactionalGraph.named("checks")
                        .concurrencyControl(control)
                        .openTransaction(
                                EmbeddedFlink.environment(2).fromSequence(0, Numbers.COUNT - 1),
                                number -> Long.toString(number))
                        .keyBy(number -> number % 5)
                        .check(state, condition, RULE)
                        .closeTransaction());
    }
}
