/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.linearroad;

import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.util.HashMap;
import java.util.Map;

/** Adds up the answers as they pass. */
final class AnswerTally
        extends RichMapFunction<TransactionResult<Answer>, TransactionResult<Answer>> {
    private static final long serialVersionUID = 1L;

    private final Map<String, LongCounter> counters = new HashMap<>();

    @Override
    public void open(OpenContext context) {
        new RoadTotals()
                .all()
                .keySet()
                .forEach(
                        name -> {
                            LongCounter counter = new LongCounter();
                            counters.put(name, counter);
                            getRuntimeContext().addAccumulator(name, counter);
                        });
    }

    @Override
    public TransactionResult<Answer> map(TransactionResult<Answer> result) {
        RoadTotals own = new RoadTotals();
        result.emitted().forEach(answer -> own.add(result.key(), answer));
        own.all()
                .forEach(
                        (name, total) ->
                                counters.computeIfPresent(
                                        name,
                                        (key, counter) -> {
                                            counter.add(total);
                                            return counter;
                                        }));
        return result;
    }
}
