/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.shop;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Gives the sum of a window its merchant and its minute. */
final class RevenuePerMinute extends ProcessWindowFunction<Long, Revenue, String, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
            String merchant, Context context, Iterable<Long> sum, Collector<Revenue> out) {
        out.collect(new Revenue(merchant, context.window().getStart(), sum.iterator().next()));
    }

    /** Adds up payments. */
    static final class Cents implements AggregateFunction<Payment, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Payment payment, Long sum) {
            return sum + payment.cents();
        }

        @Override
        public Long getResult(Long sum) {
            return sum;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }
}
