/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.orders;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.io.IOException;

/**
 * Adds up what orders took from each key, and compares the sum with what is left at the end of the
 * input. It checks the example; a job of your own can do without it.
 */
final class Books extends KeyedProcessFunction<BookKey, Posting, Posting> {
    private static final long serialVersionUID = 1L;

    private final LongCounter keys = new LongCounter();
    private final LongCounter stockOpening = new LongCounter();
    private final LongCounter stockTaken = new LongCounter();
    private final LongCounter stockLeft = new LongCounter();
    private final LongCounter creditOpening = new LongCounter();
    private final LongCounter creditTaken = new LongCounter();
    private final LongCounter creditLeft = new LongCounter();
    private final LongCounter wrong = new LongCounter();

    /** The last balance, with the sum of all that was taken so far. */
    private transient ValueState<Posting> sum;

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Posting.class));
        getRuntimeContext().addAccumulator(BookTotals.KEYS, keys);
        getRuntimeContext().addAccumulator(BookTotals.STOCK_OPENING, stockOpening);
        getRuntimeContext().addAccumulator(BookTotals.STOCK_TAKEN, stockTaken);
        getRuntimeContext().addAccumulator(BookTotals.STOCK_LEFT, stockLeft);
        getRuntimeContext().addAccumulator(BookTotals.CREDIT_OPENING, creditOpening);
        getRuntimeContext().addAccumulator(BookTotals.CREDIT_TAKEN, creditTaken);
        getRuntimeContext().addAccumulator(BookTotals.CREDIT_LEFT, creditLeft);
        getRuntimeContext().addAccumulator(BookTotals.WRONG, wrong);
    }

    @Override
    public void processElement(Posting posting, Context context, Collector<Posting> out)
            throws IOException {
        Posting known = sum.value();
        if (known == null) {
            // Fires at the end of the input, with the last watermark.
            context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
            sum.update(posting);
            return;
        }
        Posting last = posting.timestamp() > known.timestamp() ? posting : known;
        sum.update(
                new Posting(
                        posting.key(),
                        last.timestamp(),
                        posting.opening(),
                        known.taken() + posting.taken(),
                        last.balance()));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Posting> out)
            throws IOException {
        Posting end = sum.value();
        keys.add(1L);
        (end.key().stock() ? stockOpening : creditOpening).add(end.opening());
        (end.key().stock() ? stockTaken : creditTaken).add(end.taken());
        (end.key().stock() ? stockLeft : creditLeft).add(end.balance());
        boolean right = end.balance() >= 0 && end.opening() - end.taken() == end.balance();
        wrong.add(right ? 0L : 1L);
    }
}
