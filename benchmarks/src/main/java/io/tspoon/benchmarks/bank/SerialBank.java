/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The whole bank in one operator without parallelism, what people do today: transfers are atomic
 * because one thread runs them one after the other. The balances are a map in Flink's state, under
 * one key, so that checkpoints hold them.
 */
final class SerialBank implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? SerialBank::timed : SerialBank::count;
        transfers
                .keyBy(transfer -> 0, Types.INT)
                .process(new Execute(run.load().initialBalance(), run.timed()))
                .returns(Types.LONG)
                .setParallelism(1)
                .sinkTo(new CountingSink<>(run.meter(), counter))
                .setParallelism(1);
    }

    /** Counts the result of a transfer: what was moved, 0 if it was aborted. */
    static void count(Long amount, Gauge gauge) {
        gauge.count(amount == 0, 1);
    }

    /** Counts the result of a transfer: when it was due. */
    static void timed(Long start, Gauge gauge) {
        gauge.count();
        gauge.recordSince(start);
    }

    private static final class Execute extends KeyedProcessFunction<Integer, Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final long initialBalance;
        private final boolean timed;
        private transient MapState<Integer, Long> balances;

        Execute(long initialBalance, boolean timed) {
            this.initialBalance = initialBalance;
            this.timed = timed;
        }

        @Override
        public void open(OpenContext context) {
            balances =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("balances", Types.INT, Types.LONG));
        }

        @Override
        public void processElement(Transfer transfer, Context context, Collector<Long> out)
                throws Exception {
            long rest = balance(transfer.source()) - transfer.amount();
            if (rest >= 0) {
                long increased = balance(transfer.destination()) + transfer.amount();
                balances.put(transfer.source(), rest);
                balances.put(transfer.destination(), increased);
            }
            out.collect(timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0);
        }

        private long balance(int account) throws Exception {
            Long present = balances.get(account);
            return present == null ? initialBalance : present;
        }
    }
}
