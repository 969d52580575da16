/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.util.HashMap;
import java.util.Map;

/** Counts the results as they pass, and the reasons for which transactions were aborted. */
public final class OutcomeTally<T>
        extends RichMapFunction<TransactionResult<T>, TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final LongCounter commits = new LongCounter();
    private final LongCounter aborts = new LongCounter();
    private final LongCounter retries = new LongCounter();
    private final Map<String, LongCounter> rules = new HashMap<>();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Outcomes.COMMITS, commits);
        getRuntimeContext().addAccumulator(Outcomes.ABORTS, aborts);
        getRuntimeContext().addAccumulator(Outcomes.RETRIES, retries);
    }

    @Override
    public TransactionResult<T> map(TransactionResult<T> result) {
        retries.add(result.attempts() - 1L);
        if (result.isCommitted()) {
            commits.add(1L);
            return result;
        }
        aborts.add(1L);
        for (AbortReason reason : result.reasons()) {
            rules.computeIfAbsent(reason.rule(), this::counter).add(1L);
        }
        return result;
    }

    private LongCounter counter(String rule) {
        LongCounter counter = new LongCounter();
        getRuntimeContext().addAccumulator(Outcomes.RULE + rule, counter);
        return counter;
    }
}
