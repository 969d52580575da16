/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

import static io.tspoon.testing.Numbers.COUNT;
import static io.tspoon.testing.Numbers.open;
import static io.tspoon.testing.Numbers.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** What an aborted transaction tells of itself, and how its input is found. */
class AbortReasonsITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final StateSpec<Long, Long> SUM = sums("sum");

    /** A text for diagnosis fails no job, which would be restarted in vain. */
    @ParameterizedTest
    @EnumSource
    void abortWithUnpairedDetailsIsAnAbort(ConcurrencyControl control) throws Exception {
        List<TransactionResult<Long>> results =
                EmbeddedFlink.collect(
                        open(control, 2)
                                .process(
                                        (number, transaction, out) -> {
                                            if (number % 2 == 0) {
                                                transaction.abort("even", number);
                                            }
                                            out.collect(number);
                                        },
                                        Long.class)
                                .keyBy(number -> number % 10)
                                .apply(
                                        SUM,
                                        (sum, number, transaction) ->
                                                transaction.abort("odd", "n", number, null),
                                        Long.class)
                                .closeTransaction());

        assertThat(results)
                .hasSize(COUNT)
                .allSatisfy(
                        result -> {
                            long number = Long.parseLong(result.key());
                            assertThat(result.reasons())
                                    .extracting(AbortReason::rule, AbortReason::detail)
                                    .containsExactly(
                                            number % 2 == 0
                                                    ? tuple("even", "detail=" + number)
                                                    : tuple(
                                                            "odd",
                                                            "n=" + number + ", detail=null"));
                        });
    }

    /** As docs/getting-started.md shows it. */
    @Test
    void inputsOfAbortedTransactionsAreReturned() throws Exception {
        List<ReadmeExampleTest.Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            long amount = i % 4 == 0 ? 1_000 : 0;
            transfers.add(new ReadmeExampleTest.Transfer("t" + i, "a" + i % 7, "b", amount));
        }
        DataStream<ReadmeExampleTest.Transfer> input =
                EmbeddedFlink.environment(2).fromData(transfers).rebalance();

        List<ReadmeExampleTest.Rejected> rejected =
                EmbeddedFlink.collect(ReadmeExampleTest.rejected(input));

        transfers.removeIf(transfer -> transfer.amount() == 0);
        assertThat(rejected)
                .extracting(ReadmeExampleTest.Rejected::transfer)
                .containsExactlyInAnyOrderElementsOf(transfers);
        assertThat(rejected)
                .allSatisfy(r -> assertThat(r.reasons()).contains("balance is not negative"));
    }
}
