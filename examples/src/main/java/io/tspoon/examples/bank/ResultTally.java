/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts the results as they pass, for the live progress and the summary. */
final class ResultTally
        extends RichMapFunction<TransactionResult<Booking>, TransactionResult<Booking>> {
    private static final long serialVersionUID = 1L;

    private final LongCounter calls = new LongCounter();
    private final LongCounter commits = new LongCounter();
    private final LongCounter aborts = new LongCounter();
    private final LongCounter retries = new LongCounter();
    private final LatencyHistogram latencies = new LatencyHistogram();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Totals.CALLS, calls);
        getRuntimeContext().addAccumulator(Totals.COMMITS, commits);
        getRuntimeContext().addAccumulator(Totals.ABORTS, aborts);
        getRuntimeContext().addAccumulator(Totals.RETRIES, retries);
        getRuntimeContext().addAccumulator(Totals.LATENCIES, latencies);
    }

    @Override
    public TransactionResult<Booking> map(TransactionResult<Booking> result) {
        boolean isCall = result.entrance().equals(Transfer.PROCEDURE.name());
        retries.add(result.attempts() - 1L);
        calls.add(isCall ? 1L : 0L);
        if (result.isAborted()) {
            aborts.add(1L);
        } else {
            commits.add(1L);
            if (!isCall) {
                long receivedAtMicros = result.emitted().get(0).receivedAtMicros();
                latencies.add(ArrivalStamp.nowMicros() - receivedAtMicros);
            }
        }
        return result;
    }
}
