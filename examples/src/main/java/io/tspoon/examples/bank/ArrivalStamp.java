/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.examples.bank;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

import java.time.Instant;

/** Counts the orders, and stamps each with the time at which it reaches the t-graph. */
final class ArrivalStamp extends RichMapFunction<PaymentOrder, PaymentOrder> {
    private static final long serialVersionUID = 1L;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final LongCounter orders = new LongCounter();

    @Override
    public void open(OpenContext context) {
        getRuntimeContext().addAccumulator(Totals.ORDERS, orders);
    }

    @Override
    public PaymentOrder map(PaymentOrder order) {
        orders.add(1L);
        return order.receivedAt(nowMicros());
    }

    /** Microseconds of the wall clock, the only clock that machines share. */
    static long nowMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    }
}
