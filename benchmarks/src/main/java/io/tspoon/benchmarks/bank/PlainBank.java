/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Topology;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

import java.io.Serializable;

/**
 * The job as it is without tspoon: each half of a transfer is applied for itself, if the balance
 * allows it. So money is lost or made when only one half is applied: this is the speed without any
 * guarantee.
 *
 * @param topology how the states are arranged; what is one transaction makes no difference here
 * @param busyWork of each access
 */
record PlainBank(Topology topology, BusyWork busyWork) implements Bank {
    PlainBank() {
        this(Topology.ONE_STATE, BusyWork.NONE);
    }

    @Override
    public int resultsPerElement() {
        return topology.isParallel() ? 2 * topology.states() : 2;
    }

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        KeyedStream<Movement, Integer> movements =
                transfers
                        .flatMap(new Movement.Split())
                        .returns(Movement.TYPE)
                        .keyBy(Movement::account, Types.INT);
        for (int state = 1; state < topology.states(); state++) {
            if (topology.isParallel()) {
                applyLast(movements, run);
            } else {
                movements = keyed(apply(movements, run, (movement, b) -> movement, Movement.TYPE));
            }
        }
        applyLast(movements, run);
    }

    private KeyedStream<Movement, Integer> keyed(DataStream<Movement> movements) {
        return topology.keepsKey()
                ? DataStreamUtils.reinterpretAsKeyedStream(movements, Movement::account, Types.INT)
                : movements.keyBy(Movement::account, Types.INT);
    }

    private void applyLast(KeyedStream<Movement, Integer> movements, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? PlainBank::timed : PlainBank::count;
        Output<Long> output =
                run.timed()
                        ? (movement, balance) -> movement.start()
                        : (movement, balance) -> balance;
        apply(movements, run, output, Types.LONG).sinkTo(new CountingSink<>(run.meter(), counter));
    }

    private <O> DataStream<O> apply(
            KeyedStream<Movement, Integer> movements,
            Run run,
            Output<O> output,
            TypeInformation<O> type) {
        return movements
                .process(new Update<>(run.load().initialBalance(), busyWork, output))
                .returns(type);
    }

    private static void count(Long balance, Gauge gauge) {
        gauge.count();
    }

    private static void timed(Long start, Gauge gauge) {
        gauge.count();
        gauge.recordSince(start);
    }

    /** What is sent on of a movement and the balance after it. */
    @FunctionalInterface
    private interface Output<O> extends Serializable {
        O of(Movement movement, Long balance);
    }

    /** Adds to a balance, unless it would become negative. */
    private static final class Update<O> extends KeyedProcessFunction<Integer, Movement, O> {
        private static final long serialVersionUID = 1L;

        private final long initialBalance;
        private final BusyWork busyWork;
        private final Output<O> output;
        private transient ValueState<Long> balance;

        Update(long initialBalance, BusyWork busyWork, Output<O> output) {
            this.initialBalance = initialBalance;
            this.busyWork = busyWork;
            this.output = output;
        }

        @Override
        public void open(OpenContext context) {
            balance =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("balance", Types.LONG));
        }

        @Override
        public void processElement(Movement movement, Context context, Collector<O> out)
                throws Exception {
            busyWork.run();
            Long present = balance.value();
            long before = present == null ? initialBalance : present;
            long after = before + movement.delta();
            if (after >= 0) {
                balance.update(after);
            } else {
                after = before;
            }
            out.collect(output.of(movement, after));
        }
    }
}
