/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.io.IOException;

/**
 * Keeps the latest balance of each account, derived from the results alone, and emits it at the end
 * of the input. Adds up what all accounts held before and after, for the summary.
 */
final class FinalBalances extends KeyedProcessFunction<Account, BalanceVersion, BalanceVersion> {
    private static final long serialVersionUID = 1L;

    private final OpeningBalances openings;
    private final LongCounter accounts = new LongCounter();
    private final LongCounter opening = new LongCounter();
    private final LongCounter closing = new LongCounter();
    private final LongCounter overdrawn = new LongCounter();

    private transient ValueState<BalanceVersion> latest;

    FinalBalances(OpeningBalances openings) {
        this.openings = openings;
    }

    @Override
    public void open(OpenContext context) {
        latest =
                getRuntimeContext()
                        .getState(new ValueStateDescriptor<>("latest", BalanceVersion.class));
        getRuntimeContext().addAccumulator(Totals.ACCOUNTS, accounts);
        getRuntimeContext().addAccumulator(Totals.OPENING, opening);
        getRuntimeContext().addAccumulator(Totals.CLOSING, closing);
        getRuntimeContext().addAccumulator(Totals.OVERDRAWN, overdrawn);
    }

    @Override
    public void processElement(
            BalanceVersion version, Context context, Collector<BalanceVersion> out)
            throws IOException {
        BalanceVersion known = latest.value();
        if (known == null) {
            // Fires at the end of the input, with the last watermark.
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
            latest.update(version);
        } else if (version.isAfter(known)) {
            latest.update(version);
        }
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<BalanceVersion> out)
            throws IOException {
        BalanceVersion last = latest.value();
        accounts.add(1L);
        opening.add(openings.of(last.account()));
        closing.add(last.balance());
        overdrawn.add(last.balance() < 0 ? 1L : 0L);
        out.collect(last);
    }
}
