/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.elastic;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.apps.Cell;
import io.tspoon.benchmarks.bank.Movement;
import io.tspoon.benchmarks.bank.Transfer;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.SplittableRandom;

/**
 * The bank with large records, as two jobs over one state: transfers, and afterwards an audit that
 * reads each account in a transaction.
 *
 * @param meter name of the run's meter
 * @param accounts how many there are
 * @param recordBytes size of the record of an account, about
 */
record ElasticJob(String meter, int accounts, int recordBytes) {
    /** Much more than a run can take from an account, so that no transfer aborts. */
    static final long INITIAL_BALANCE = 1_000_000_000;

    private static final int FIGURES_BYTES = 20;

    /** What each instance may have of records at hand, and how many at most. */
    private static final int CACHED_BYTES = 200_000_000;

    private static final int CACHED_RECORDS = 1_000_000;
    private static final String GRAPH = "bank";

    void buildTransfers(StreamExecutionEnvironment environment) {
        ElasticInput input = new ElasticInput(meter, accounts);
        DataStream<Transfer> transfers =
                environment
                        .fromSource(
                                new DataGeneratorSource<>(input, Long.MAX_VALUE, Transfer.TYPE),
                                WatermarkStrategy.noWatermarks(),
                                "transfers")
                        .uid("transfers")
                        .setParallelism(1)
                        .disableChaining();
        long filling = ElasticInput.filling(accounts);
        String run = meter;
        results(transfers)
                .sinkTo(
                        new CountingSink<>(
                                meter, (result, gauge) -> count(result, gauge, run, filling)));
    }

    /** The number of each transfer that was executed goes to the meter. */
    private static void count(
            TransactionResult<Entry> result, Gauge gauge, String meter, long filling) {
        gauge.count(result.isAborted(), result.attempts());
        if (result.isCommitted()) {
            long number = result.emitted().get(0).start();
            gauge.keep(number);
            if (number >= filling) {
                Meter.schedule(meter).completed(number - filling);
            }
        }
    }

    /** Gives what each account holds to the meter. */
    void buildAudit(StreamExecutionEnvironment environment) {
        int all = accounts;
        DataStream<Transfer> deposits =
                environment
                        .fromSource(
                                new DataGeneratorSource<>(
                                        account ->
                                                new Transfer(
                                                        Transfer.NOBODY,
                                                        account.intValue(),
                                                        0,
                                                        account),
                                        all,
                                        Transfer.TYPE),
                                WatermarkStrategy.noWatermarks(),
                                "audit")
                        .uid("audit");
        results(deposits)
                .sinkTo(
                        new CountingSink<>(
                                meter, (result, gauge) -> gauge.keep(result.emitted().get(0))));
    }

    private DataStream<TransactionResult<Entry>> results(DataStream<Transfer> transfers) {
        StateSpec<Integer, Cell> balances =
                StateSpec.named("balance", Types.INT, Cell.TYPE)
                        .initialValue(new Cell(INITIAL_BALANCE, 0, new byte[0]));
        int restBytes = recordBytes - FIGURES_BYTES;
        return TransactionalGraph.named(GRAPH)
                .cacheCapacity(Math.min(CACHED_RECORDS, CACHED_BYTES / recordBytes))
                .openTransaction(transfers)
                .flatMap(new Movement.Split(), Movement.TYPE)
                .keyBy(Movement::account, Types.INT)
                .update(
                        balances,
                        (balance, movement) -> add(balance, movement, restBytes),
                        (balance, movement) ->
                                new Entry(movement.account(), balance.x(), movement.start()),
                        Entry.TYPE)
                .closeTransaction();
    }

    /** The first update fills the record with bytes that no compression makes smaller. */
    private static Cell add(Cell balance, Movement movement, int restBytes) {
        byte[] rest = balance.rest();
        if (rest.length == 0) {
            rest = new byte[restBytes];
            new SplittableRandom(movement.account()).nextBytes(rest);
        }
        return new Cell(balance.x() + movement.delta(), 0, rest);
    }
}
