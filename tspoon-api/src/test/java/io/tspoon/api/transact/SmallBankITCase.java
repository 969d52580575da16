/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.transact;

import io.tspoon.api.transact.SmallBank.Command;
import io.tspoon.api.transact.SmallBank.Receipt;
import io.tspoon.testing.Combination;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.SerialReplay;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The six transactions of SmallBank are as if executed one by one, and keep the money. */
class SmallBankITCase {
    @RegisterExtension static final MiniClusterExtension FLINK = EmbeddedFlink.cluster();

    private static final int COUNT = 3_000;

    static List<Combination> combinations() {
        return Stream.of(Combination.pairwise(), Combination.chains())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void isAsIfOneByOneAndKeepsTheMoney(Combination combination) throws Exception {
        List<TransactionResult<Receipt>> results =
                EmbeddedFlink.collect(
                        combination
                                .graph("bank")
                                .openTransaction(
                                        combination
                                                .environment()
                                                .fromSequence(0, COUNT - 1)
                                                .map(Command::of)
                                                .returns(Command.class),
                                        command -> Long.toString(command.number()))
                                .transact(
                                        List.of(SmallBank.CHECKED, SmallBank.SAVED),
                                        SmallBank::execute,
                                        Receipt.class)
                                .closeTransaction());

        assertThat(results).hasSize(COUNT);
        assertThat(results).anyMatch(TransactionResult::isAborted);
        if (combination.isSerializable()) {
            SerialReplay replay =
                    SerialReplay.of(
                            results,
                            (key, view) -> SmallBank.replay(Command.of(Long.parseLong(key)), view));
            assertThat(money(replay))
                    .isEqualTo(2 * SmallBank.CUSTOMERS * SmallBank.OPENING + changes(results));
        }
    }

    private static long money(SerialReplay replay) {
        long money = 0;
        for (long customer = 0; customer < SmallBank.CUSTOMERS; customer++) {
            money += replay.value(SmallBank.CHECKING, customer);
            money += replay.value(SmallBank.SAVINGS, customer);
        }
        return money;
    }

    private static long changes(List<TransactionResult<Receipt>> results) {
        return results.stream()
                .flatMap(result -> result.emitted().stream())
                .mapToLong(Receipt::change)
                .sum();
    }
}
