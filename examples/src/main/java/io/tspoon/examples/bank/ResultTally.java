/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts the results as they pass, for the live progress and the summary. */
final class ResultTally extends RichMapFunction<TransactionResult<Long>, TransactionResult<Long>> {
    private static final long serialVersionUID = 1L;

    private final LongCounter commits = new LongCounter();
    private final LongCounter aborts = new LongCounter();
    private final LongCounter retries = new LongCounter();
    private final LatencyHistogram latencies = new LatencyHistogram();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Totals.COMMITS, commits);
        getRuntimeContext().addAccumulator(Totals.ABORTS, aborts);
        getRuntimeContext().addAccumulator(Totals.RETRIES, retries);
        getRuntimeContext().addAccumulator(Totals.LATENCIES, latencies);
    }

    @Override
    public TransactionResult<Long> map(TransactionResult<Long> result) {
        retries.add(result.attempts() - 1L);
        if (result.isAborted()) {
            aborts.add(1L);
        } else {
            commits.add(1L);
            latencies.add(ArrivalStamp.nowMicros() - result.emitted().get(0));
        }
        return result;
    }
}
