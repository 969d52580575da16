/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.entrances;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.testing.Bank;
import io.tspoon.testing.Movement;
import io.tspoon.testing.Transfer;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Transfers and deposits, two streams of different types, on the same balances. */
final class Tills {
    static final String TRANSFERS = "transfers";
    static final String DEPOSITS = "deposits";
    static final int ACCOUNTS = 50;

    private Tills() {}

    static DataStream<Transfer> transfers(StreamExecutionEnvironment environment, long count) {
        return Bank.transfers(environment, 0, count, ACCOUNTS);
    }

    static DataStream<Deposit> deposits(StreamExecutionEnvironment environment, long count) {
        return environment
                .fromSequence(0, count - 1)
                .map(number -> Deposit.numbered(number, ACCOUNTS))
                .returns(Deposit.class);
    }

    /** Settles both streams, each by an entrance of its own. */
    static DataStream<TransactionResult<Long>> settle(
            TransactionalGraph graph,
            DataStream<Transfer> transfers,
            DataStream<Deposit> deposits) {
        TransactionalStream<Long> moved =
                graph.openTransaction(TRANSFERS, transfers, Transfer::key)
                        .flatMap(Transfer::movements, Movement.class)
                        .keyBy(Movement::account)
                        .update(Bank.BALANCE, (balance, movement) -> balance + movement.amount());
        TransactionalStream<Long> paid =
                graph.openTransaction(DEPOSITS, deposits, Deposit::key)
                        .keyBy(Deposit::account)
                        .update(Bank.BALANCE, (balance, deposit) -> balance + deposit.amount());
        return TransactionalGraph.closeTransaction(moved, paid);
    }

    /** Each element has one result, and all are as those of a serial execution. */
    static void check(List<TransactionResult<Long>> results, long transfers, long deposits) {
        checkComplete(results, TRANSFERS, transfers);
        checkComplete(results, DEPOSITS, deposits);
        replay(results);
    }

    static void checkComplete(List<TransactionResult<Long>> results, String entrance, long count) {
        assertThat(keys(results, entrance))
                .as(entrance)
                .hasSize((int) count)
                .doesNotHaveDuplicates()
                .allSatisfy(key -> assertThat(key).isBetween(0L, count - 1));
    }

    /** The keys of the transactions of an entrance, in the order of the results. */
    static List<Long> keys(List<TransactionResult<Long>> results, String entrance) {
        return results.stream()
                .filter(result -> result.entrance().equals(entrance))
                .map(result -> Long.parseLong(result.key()))
                .toList();
    }

    /** Executes what the results are of one by one, in the order of timestamps. */
    static void replay(List<TransactionResult<Long>> results) {
        Map<Integer, Long> balances = new HashMap<>();
        List<TransactionResult<Long>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        for (TransactionResult<Long> result : ordered) {
            List<Movement> movements = movements(result);
            boolean isCovered =
                    movements.stream()
                            .allMatch(
                                    movement ->
                                            balance(balances, movement) + movement.amount() >= 0);
            assertThat(result.isCommitted()).as("outcome of %s", result).isEqualTo(isCovered);
            List<StateUpdate> updates = new ArrayList<>();
            for (Movement movement : isCovered ? movements : List.<Movement>of()) {
                long balance = balance(balances, movement) + movement.amount();
                balances.put(movement.account(), balance);
                updates.add(new StateUpdate(Bank.BALANCE.name(), movement.account(), balance));
            }
            assertThat(result.updates()).containsExactlyInAnyOrderElementsOf(updates);
            assertThat(result.reasons())
                    .extracting(AbortReason::rule)
                    .hasSize(isCovered ? 0 : 1)
                    .allMatch(Bank.CONSTRAINT::equals);
        }
    }

    private static List<Movement> movements(TransactionResult<Long> result) {
        long number = Long.parseLong(result.key());
        if (!result.entrance().equals(DEPOSITS)) {
            return Transfer.numbered(number, ACCOUNTS, 42).movements();
        }
        Deposit deposit = Deposit.numbered(number, ACCOUNTS);
        return List.of(new Movement(number, deposit.account(), deposit.amount()));
    }

    private static long balance(Map<Integer, Long> balances, Movement movement) {
        return balances.getOrDefault(movement.account(), Bank.OPENING);
    }
}
