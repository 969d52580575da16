/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.python;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.types.Row;

import java.math.BigDecimal;
import java.util.List;

/** A t-graph between streams of rows, which are what Python and Java exchange. */
public final class Transfers {
    private static final StateSpec<String, BigDecimal> BALANCE =
            StateSpec.named("balance", String.class, BigDecimal.class)
                    .initialValue(new BigDecimal("100.00"))
                    .constraint("balance is not negative", balance -> balance.signum() >= 0);

    private static final TypeInformation<Row> SETTLED =
            Types.ROW_NAMED(
                    new String[] {"id", "committed", "reasons", "balances"},
                    Types.STRING,
                    Types.BOOLEAN,
                    Types.OBJECT_ARRAY(Types.STRING),
                    Types.MAP(Types.STRING, Types.BIG_DEC));

    private Transfers() {}

    /** Part of an account's balance. */
    public record Movement(String account, BigDecimal amount) {}

    /** Money from one account to another one. */
    public record Transfer(String id, String payer, String payee, BigDecimal amount) {
        static Transfer of(Row row) {
            return new Transfer(
                    row.getFieldAs("id"),
                    row.getFieldAs("payer"),
                    row.getFieldAs("payee"),
                    row.getFieldAs("amount"));
        }

        List<Movement> movements() {
            return List.of(new Movement(payer, amount.negate()), new Movement(payee, amount));
        }
    }

    /**
     * Called from Python.
     *
     * @param transfers rows with id, payer, payee and amount, which are only ever inserted
     * @return rows with id, whether it is committed, reasons, and the balances it has written
     */
    public static DataStream<Row> settle(DataStream<Row> transfers) {
        return TransactionalGraph.named("bank")
                .openTransaction(transfers.map(Transfer::of), Transfer::id)
                .flatMap(Transfer::movements, Movement.class)
                .keyBy(Movement::account)
                .update(BALANCE, (balance, movement) -> balance.add(movement.amount()))
                .closeTransaction()
                .map(Transfers::row)
                .returns(SETTLED);
    }

    private static Row row(TransactionResult<BigDecimal> result) {
        return Row.of(
                result.key(),
                result.isCommitted(),
                result.reasons().stream().map(Object::toString).toArray(String[]::new),
                BALANCE.updatesIn(result));
    }
}
