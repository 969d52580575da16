/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.books;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Adds up what transactions took from each key, and compares the sum with what is left at the end
 * of the input. {@link BookTotals} reads what it has counted.
 */
public final class Books extends KeyedProcessFunction<BookKey, Posting, Posting> {
    private static final long serialVersionUID = 1L;

    private final LongCounter keys = new LongCounter();
    private final LongCounter wrong = new LongCounter();
    private final Map<String, LongCounter> sums = new HashMap<>();

    /** The last balance, with the sum of all that was taken so far. */
    private transient ValueState<Posting> sum;

    @Override
    public void open(OpenContext context) {
        sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Posting.class));
        getRuntimeContext().addAccumulator(BookTotals.KEYS, keys);
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
        String book = end.key().book();
        sum(BookTotals.OPENING + book).add(end.opening());
        sum(BookTotals.TAKEN + book).add(end.taken());
        sum(BookTotals.LEFT + book).add(end.balance());
        boolean right = end.balance() >= 0 && end.opening() - end.taken() == end.balance();
        wrong.add(right ? 0L : 1L);
    }

    private LongCounter sum(String name) {
        return sums.computeIfAbsent(
                name,
                unknown -> {
                    LongCounter counter = new LongCounter();
                    getRuntimeContext().addAccumulator(unknown, counter);
                    return counter;
                });
    }
}
