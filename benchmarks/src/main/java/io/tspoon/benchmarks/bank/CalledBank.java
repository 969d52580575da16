/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.ProcedureSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.time.Duration;

/**
 * The bank with tspoon whose transfers are called from outside, alone or beside those of a stream.
 *
 * @param guarantee mechanism and level
 * @param logging whether outcomes are logged
 * @param sources parallelism of the stream's source; 0 without a stream
 */
public record CalledBank(Guarantee guarantee, Logging logging, int sources) {
    /** Name of the t-graph. */
    public static final String GRAPH = "bank";

    /** Name of the procedure; it takes a {@link Transfer}. */
    public static final String PROCEDURE = "transfer";

    private static final ProcedureSpec<Transfer, Long> TRANSFER =
            ProcedureSpec.named(PROCEDURE, Transfer.TYPE, Types.LONG);

    /** So short that outcomes go as fast as they come while a job is measured. */
    private static final Duration RETENTION = Duration.ofSeconds(5);

    /**
     * Adds the bank and its sink to a program. Beside a stream the results of calls count as called
     * at the sink, and only those of the stream as results.
     *
     * @param run what the stream offers; its meter measures the log
     * @param meter name of the meter that the sink counts on
     */
    public void add(StreamExecutionEnvironment environment, Bank.Run run, String meter) {
        TransactionalBank bank =
                new TransactionalBank(guarantee, Topology.ONE_STATE, BusyWork.NONE, false, logging);
        TransactionalGraph graph = bank.describe(0, run).queryable().callRetention(RETENTION);
        TransactionalStream<Transfer> transfers = graph.openCalls(environment, TRANSFER);
        if (sources > 0) {
            transfers =
                    graph.openTransaction(
                                    "stream", BankRunner.source(environment, run.load(), sources))
                            .union(transfers);
        }
        CountingSink.Counter<TransactionResult<Long>> counter = bank.counter(run.timed());
        bank.results(transfers, run)
                .sinkTo(new CountingSink<>(meter, sources > 0 ? apart(counter) : counter));
    }

    private static CountingSink.Counter<TransactionResult<Long>> apart(
            CountingSink.Counter<TransactionResult<Long>> streamed) {
        return (result, gauge) -> {
            if (result.entrance().equals(PROCEDURE)) {
                gauge.countCalled();
            } else {
                streamed.count(result, gauge);
            }
        };
    }
}
