/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.commons.csv.CSVFormat;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes orders on, and sends malformed lines to the reject file or topic. Also logs the first few.
 */
final class RejectedLines extends ProcessFunction<InputLine, PaymentOrder> {
    /** The malformed lines. */
    static final OutputTag<String> REJECTS = new OutputTag<>("rejects") {};

    static final String HEADER = "line,reason,text";

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RejectedLines.class);
    private static final int LOGGED = 10;

    private final LongCounter rejects = new LongCounter();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Totals.REJECTS, rejects);
    }

    @Override
    public void processElement(InputLine line, Context context, Collector<PaymentOrder> out) {
        if (line.order() != null) {
            out.collect(line.order());
            return;
        }
        rejects.add(1L);
        if (rejects.getLocalValuePrimitive() <= LOGGED) {
            LOG.warn("Input {} rejected: {}", line.place(), line.reason());
        }
        context.output(REJECTS, CSVFormat.DEFAULT.format(line.place(), line.reason(), line.text()));
    }
}
