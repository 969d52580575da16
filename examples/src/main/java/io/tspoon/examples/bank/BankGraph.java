/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The transactional part of the job, and what follows from its results. */
final class BankGraph {
    /** Minor units by account. An account that has no value yet holds its opening balance. */
    static final StateSpec<String, Long> ACCOUNT_BALANCE =
            StateSpec.named("account_balance", String.class, Long.class)
                    .constraint("balance is not negative", balance -> balance >= 0);

    private BankGraph() {}

    /**
     * Executes each order as one transaction: its payer and its payee change together or not at
     * all, and no balance falls below 0.
     *
     * @param graph name and settings of the t-graph
     * @return one result for each order, with the time at which the order was received
     */
    static DataStream<TransactionResult<Long>> execute(
            TransactionalGraph graph, DataStream<PaymentOrder> orders, OpeningBalances openings) {
        return graph.openTransaction(orders, PaymentOrder::id)
                .flatMap(PaymentOrder::movements, Movement.class)
                .keyBy(Movement::account)
                .update(
                        ACCOUNT_BALANCE,
                        (balance, movement) ->
                                (balance == null ? openings.of(movement.account()) : balance)
                                        + movement.amount(),
                        (balance, movement) -> movement.receivedAtMicros(),
                        Long.class)
                .closeTransaction();
    }

    /**
     * Follows the balances by the results: every account that an order names opens, then takes the
     * balances that committed orders gave it.
     *
     * @return the last balance of each account, when the input ends
     */
    static DataStream<BalanceVersion> balances(
            DataStream<PaymentOrder> orders,
            DataStream<TransactionResult<Long>> results,
            OpeningBalances openings) {
        FlatMapFunction<PaymentOrder, BalanceVersion> opened =
                (order, out) -> {
                    out.collect(opening(order.payer(), openings));
                    out.collect(opening(order.payee(), openings));
                };
        FlatMapFunction<TransactionResult<Long>, BalanceVersion> updated =
                (result, out) -> {
                    for (StateUpdate update : result.updates()) {
                        out.collect(version(update, result.timestamp().value()));
                    }
                };
        return orders.flatMap(opened)
                .returns(BalanceVersion.class)
                .name("opening balances")
                .union(results.flatMap(updated).returns(BalanceVersion.class).name("new balances"))
                .keyBy(BalanceVersion::account)
                .process(new FinalBalances(openings))
                .name("final balances")
                .uid("final-balances");
    }

    private static BalanceVersion opening(String account, OpeningBalances openings) {
        return new BalanceVersion(account, BalanceVersion.OPENING, openings.of(account));
    }

    private static BalanceVersion version(StateUpdate update, long timestamp) {
        if (update.key() instanceof String account && update.value() instanceof Long balance) {
            return new BalanceVersion(account, timestamp, balance);
        }
        throw new IllegalStateException("Cannot read update: no balance, update=" + update);
    }
}
