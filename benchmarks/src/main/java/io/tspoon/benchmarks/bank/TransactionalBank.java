/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.transaction.ConcurrencyControl;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The bank with tspoon: each transfer is a transaction at PL3. */
record TransactionalBank(ConcurrencyControl control) implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        CountingSink.Counter<TransactionResult<Long>> counter =
                run.timed() ? TransactionalBank::timed : TransactionalBank::count;
        results(transfers, run).sinkTo(new CountingSink<>(run.meter(), counter));
    }

    /** As {@link #build}, with a sink that keeps the results. */
    void buildKept(DataStream<Transfer> transfers, Run run) {
        results(transfers, run)
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), (result, gauge) -> gauge.keep(Executed.of(result))));
    }

    /** The results of the transfers; timed ones emit the start twice, else the two balances. */
    private DataStream<TransactionResult<Long>> results(DataStream<Transfer> transfers, Run run) {
        StateSpec<Integer, Long> balances =
                StateSpec.named("balance", Types.INT, Types.LONG)
                        .initialValue(run.load().initialBalance())
                        .constraint("balance is not negative", balance -> balance >= 0);
        KeyedTransactionalStream<Movement, Integer> movements =
                TransactionalGraph.named("bank")
                        .concurrencyControl(control)
                        .openTransaction(transfers)
                        .flatMap(new Movement.Split(), Movement.TYPE)
                        .keyBy(Movement::account, Types.INT);
        TransactionalStream<Long> updated =
                run.timed()
                        ? movements.update(
                                balances,
                                (balance, movement) -> balance + movement.delta(),
                                (balance, movement) -> movement.start(),
                                Types.LONG)
                        : movements.update(
                                balances, (balance, movement) -> balance + movement.delta());
        return updated.closeTransaction();
    }

    private static void count(TransactionResult<Long> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
    }

    private static void timed(TransactionResult<Long> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        if (result.isCommitted()) {
            gauge.recordSince(result.emitted().get(0));
        }
    }
}
