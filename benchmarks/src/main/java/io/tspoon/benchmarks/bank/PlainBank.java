/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The job as it is without tspoon: each half of a transfer is applied for itself, if the balance
 * allows it. So money is lost or made when only one half is applied: this is the speed without any
 * guarantee.
 */
final class PlainBank implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? PlainBank::timed : PlainBank::count;
        transfers
                .flatMap(new Movement.Split())
                .returns(Movement.TYPE)
                .keyBy(Movement::account, Types.INT)
                .process(new Update(run.load().initialBalance(), run.timed()))
                .returns(Types.LONG)
                .sinkTo(new CountingSink<>(run.meter(), counter));
    }

    private static void count(Long balance, Gauge gauge) {
        gauge.count();
    }

    private static void timed(Long start, Gauge gauge) {
        gauge.count();
        gauge.recordSince(start);
    }

    /** Adds to a balance, unless it would become negative; sends on the balance, or the start. */
    private static final class Update extends KeyedProcessFunction<Integer, Movement, Long> {
        private static final long serialVersionUID = 1L;

        private final long initialBalance;
        private final boolean timed;
        private transient ValueState<Long> balance;

        Update(long initialBalance, boolean timed) {
            this.initialBalance = initialBalance;
            this.timed = timed;
        }

        @Override
        public void open(OpenContext context) {
            balance =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("balance", Types.LONG));
        }

        @Override
        public void processElement(Movement movement, Context context, Collector<Long> out)
                throws Exception {
            Long present = balance.value();
            long before = present == null ? initialBalance : present;
            long after = before + movement.delta();
            if (after >= 0) {
                balance.update(after);
            } else {
                after = before;
            }
            out.collect(timed ? movement.start() : after);
        }
    }
}
