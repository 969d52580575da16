/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.cli;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Counts the elements that enter the t-graph. */
public final class InputTally<T> extends RichMapFunction<T, T> {
    private static final long serialVersionUID = 1L;

    private final LongCounter inputs = new LongCounter();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Outcomes.INPUTS, inputs);
    }

    @Override
    public T map(T input) {
        inputs.add(1L);
        return input;
    }
}
