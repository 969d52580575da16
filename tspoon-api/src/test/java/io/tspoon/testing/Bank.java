/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testing;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bank of TSpoon, section 5: transfers between accounts that must not be overdrawn; with the
 * serial oracle that says whether a run was right.
 */
public final class Bank {
    public static final long OPENING = 100L;
    public static final String CONSTRAINT = "balance is not negative";
    public static final StateSpec<Integer, Long> BALANCE = balance("account_balance");

    private Bank() {}

    /** A state of balances with a name of its own. */
    public static StateSpec<Integer, Long> balance(String name) {
        return StateSpec.named(name, Integer.class, Long.class)
                .initialValue(OPENING)
                .constraint(CONSTRAINT, balance -> balance >= 0);
    }

    /** Transfers numbered from {@code first}, from a source that can be replayed. */
    public static DataStream<Transfer> transfers(
            StreamExecutionEnvironment environment, long first, long count, int accounts) {
        return environment
                .fromSequence(first, first + count - 1)
                .map(number -> Transfer.numbered(number, accounts, 42))
                .returns(Transfer.class);
    }

    /** Transfers that come at a pace, from a source that keeps its place over savepoints. */
    public static DataStream<Transfer> pacedTransfers(
            StreamExecutionEnvironment environment, long count, int perSecond, int accounts) {
        return pacedTransfers(environment, accounts, new PacedNumbers(count, perSecond));
    }

    /** The same, of which only those come that the {@link Ration} grants. */
    public static DataStream<Transfer> rationedTransfers(
            StreamExecutionEnvironment environment,
            long count,
            int perSecond,
            int accounts,
            String ration) {
        return pacedTransfers(environment, accounts, new PacedNumbers(count, perSecond, ration));
    }

    private static DataStream<Transfer> pacedTransfers(
            StreamExecutionEnvironment environment, int accounts, PacedNumbers numbers) {
        return environment
                .fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(number -> Transfer.numbered(number, accounts, 42))
                .returns(Transfer.class);
    }

    /** Settles transfers, one transaction each. */
    public static DataStream<TransactionResult<Long>> settle(
            TransactionalGraph graph,
            DataStream<Transfer> transfers,
            StateSpec<Integer, Long> balances) {
        return graph.openTransaction(transfers, Transfer::key)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(balances, (balance, movement) -> balance + movement.amount())
                .closeTransaction();
    }

    /**
     * Replays all transactions one by one in the order of their timestamps, aborted ones included,
     * and compares every outcome and every installed value.
     *
     * @return the final balances of the accounts that were touched
     */
    public static Map<Integer, Long> replay(
            List<? extends TransactionResult<?>> results,
            Map<Integer, Long> opening,
            int accounts) {
        return replay(results, BALANCE, opening, accounts);
    }

    /** The same for a state of another name. */
    public static Map<Integer, Long> replay(
            List<? extends TransactionResult<?>> results,
            StateSpec<Integer, Long> state,
            Map<Integer, Long> opening,
            int accounts) {
        List<TransactionResult<?>> ordered = new ArrayList<>(results);
        ordered.sort(Comparator.comparing(TransactionResult::timestamp));
        Map<Integer, Long> balances = new HashMap<>(opening);
        for (TransactionResult<?> result : ordered) {
            Transfer transfer = Transfer.numbered(Long.parseLong(result.key()), accounts, 42);
            replay(result, state.name(), transfer, balances);
        }
        return balances;
    }

    private static void replay(
            TransactionResult<?> result,
            String state,
            Transfer transfer,
            Map<Integer, Long> balances) {
        long source = balances.getOrDefault(transfer.source(), OPENING);
        long destination = balances.getOrDefault(transfer.destination(), OPENING);
        if (source < transfer.amount()) {
            assertThat(result.isAborted()).as("outcome of %s", result).isTrue();
            assertThat(result.updates()).isEmpty();
            assertThat(result.emitted()).isEmpty();
            assertThat(result.reasons())
                    .containsExactly(
                            new AbortReason(
                                    AbortReason.Kind.CONSTRAINT,
                                    state,
                                    String.valueOf(transfer.source()),
                                    CONSTRAINT,
                                    ""));
            return;
        }
        assertThat(result.isCommitted()).as("outcome of %s", result).isTrue();
        balances.put(transfer.source(), source - transfer.amount());
        balances.put(transfer.destination(), destination + transfer.amount());
        assertThat(result.updates())
                .containsExactlyInAnyOrder(
                        new StateUpdate(state, transfer.source(), balances.get(transfer.source())),
                        new StateUpdate(
                                state,
                                transfer.destination(),
                                balances.get(transfer.destination())));
    }

    /** Exactly one result for each transfer. */
    public static void checkComplete(
            List<? extends TransactionResult<?>> results, long first, long count) {
        Set<String> keys = new HashSet<>();
        for (TransactionResult<?> result : results) {
            assertThat(keys.add(result.key())).as("second result of %s", result.key()).isTrue();
            assertThat(Long.parseLong(result.key())).isBetween(first, first + count - 1);
        }
        assertThat(results).hasSize((int) count);
    }

    /** Money is conserved, and nobody is overdrawn. */
    public static void checkConserved(Map<Integer, Long> balances) {
        long sum = 0;
        for (long balance : balances.values()) {
            assertThat(balance).isNotNegative();
            sum += balance;
        }
        assertThat(sum).isEqualTo(OPENING * balances.size());
    }
}
