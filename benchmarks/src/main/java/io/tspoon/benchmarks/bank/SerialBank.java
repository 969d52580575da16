/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.measure.BusyWork;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The whole bank in one operator without parallelism, what people do today: transfers are atomic
 * because one thread runs them one after the other. The balances are a map in Flink's state, under
 * one key, so that checkpoints hold them.
 */
final class SerialBank extends OneByOneBank {
    private static final long serialVersionUID = 1L;

    private final BusyWork busyWork;

    SerialBank() {
        this(BusyWork.NONE);
    }

    /**
     * @param busyWork what each of the two accesses of a transfer costs besides
     */
    SerialBank(BusyWork busyWork) {
        this.busyWork = busyWork;
    }

    @Override
    SingleOutputStreamOperator<Long> execute(
            DataStream<Transfer> transfers, Run run, boolean kept) {
        return transfers
                .keyBy(transfer -> 0, Types.INT)
                .process(new Execute(run, busyWork, kept))
                .returns(Types.LONG)
                .setParallelism(1);
    }

    private static final class Execute extends KeyedProcessFunction<Integer, Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private final BusyWork busyWork;
        private final long initialBalance;
        private final boolean timed;
        private final boolean kept;
        private transient MapState<Integer, Long> balances;
        private transient Results results;

        Execute(Run run, BusyWork busyWork, boolean kept) {
            this.meter = run.meter();
            this.busyWork = busyWork;
            this.initialBalance = run.load().initialBalance();
            this.timed = run.timed();
            this.kept = kept;
        }

        @Override
        public void open(OpenContext context) {
            balances =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("balances", Types.INT, Types.LONG));
            results = new Results(meter);
        }

        @Override
        public void processElement(Transfer transfer, Context context, Collector<Long> out)
                throws Exception {
            if (isQuestion(transfer)) {
                results.answer(transfer.destination(), balance(transfer.destination()));
                out.collect(0L);
                return;
            }
            long rest = balance(transfer.source()) - transfer.amount();
            busyWork.run();
            busyWork.run();
            if (rest >= 0) {
                long increased = balance(transfer.destination()) + transfer.amount();
                balances.put(transfer.source(), rest);
                balances.put(transfer.destination(), increased);
            }
            if (kept) {
                int destination = transfer.destination();
                results.executed(transfer.source(), rest, destination, balance(destination));
            }
            out.collect(timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0);
        }

        private long balance(int account) throws Exception {
            Long present = balances.get(account);
            return present == null ? initialBalance : present;
        }
    }
}
