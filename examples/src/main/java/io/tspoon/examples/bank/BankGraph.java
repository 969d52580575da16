/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The transactional part of the job, and the balances that follow from its results. Change the
 * rules of a transfer here.
 */
final class BankGraph {
    /**
     * The balance of each account in minor units. An account without a value has its opening
     * balance. Keep the name between versions of the job: savepoints find the state by it.
     */
    static final StateSpec<Account, Long> ACCOUNT_BALANCE =
            StateSpec.named("account_balance", Account.class, Long.class)
                    .constraint("balance is not negative", balance -> balance >= 0);

    /**
     * The entrance of the orders. It has a name, so that there can be calls beside it. Keep it
     * between versions: a write-ahead log knows orders by it.
     */
    static final String ORDERS = "orders";

    private BankGraph() {}

    /**
     * Executes each order as one transaction: the balances of payer and payee change together or
     * not at all, and neither falls below 0.
     *
     * @param graph name and settings of the t-graph
     * @param callable whether transfers can also be called
     * @return one result for each order and each call; a committed one carries the bookings
     */
    static DataStream<TransactionResult<Booking>> execute(
            TransactionalGraph graph,
            DataStream<PaymentOrder> orders,
            OpeningBalances openings,
            boolean callable) {
        TransactionalStream<PaymentOrder> all =
                graph.openTransaction(ORDERS, orders, PaymentOrder::id);
        if (callable) {
            all =
                    all.union(
                            graph.openCalls(orders.getExecutionEnvironment(), Transfer.PROCEDURE)
                                    .map(Transfer::order, PaymentOrder.class));
        }
        return all.flatMap(PaymentOrder::movements, Movement.class)
                .keyBy(Movement::account)
                .update(
                        ACCOUNT_BALANCE,
                        (balance, movement) ->
                                (balance == null ? openings.of(movement.account()) : balance)
                                        + movement.amount(),
                        (balance, movement) ->
                                new Booking(
                                        movement.account(), balance, movement.receivedAtMicros()),
                        Booking.class)
                .closeTransaction();
    }

    /**
     * Derives the balances from the results. Each account that an order names starts with its
     * opening balance, and then takes the balances that committed orders gave it.
     *
     * @return the last balance of each account, at the end of the input
     */
    static DataStream<BalanceVersion> balances(
            DataStream<PaymentOrder> orders,
            DataStream<TransactionResult<Booking>> results,
            OpeningBalances openings) {
        FlatMapFunction<PaymentOrder, BalanceVersion> opened =
                (order, out) -> {
                    out.collect(opening(order.payer(), openings));
                    out.collect(opening(order.payee(), openings));
                };
        FlatMapFunction<TransactionResult<Booking>, BalanceVersion> updated =
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

    private static BalanceVersion opening(Account account, OpeningBalances openings) {
        return new BalanceVersion(account, BalanceVersion.OPENING, openings.of(account));
    }

    private static BalanceVersion version(StateUpdate update, long timestamp) {
        if (update.key() instanceof Account account && update.value() instanceof Long balance) {
            return new BalanceVersion(account, timestamp, balance);
        }
        throw new IllegalStateException("Cannot read update: no balance, update=" + update);
    }
}
