/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Auditable;
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
import org.jspecify.annotations.Nullable;

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

    /** Before slow functions there is in the buffers what would take minutes. */
    @Override
    public @Nullable Auditable audited(String name, Load load) {
        return busyWork.ms() > 0 ? null : new AuditedPlainBank(name, this, load);
    }

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        int last = topology.states() - 1;
        KeyedStream<Movement, Integer> movements =
                transfers
                        .flatMap(new Movement.Split())
                        .returns(Movement.TYPE)
                        .keyBy(Movement::account, Types.INT);
        for (int state = 0; state < last; state++) {
            if (topology.isParallel()) {
                applyLast(movements, state, run);
            } else {
                movements =
                        keyed(
                                apply(
                                        movements,
                                        state,
                                        run,
                                        (movement, b) -> movement,
                                        Movement.TYPE));
            }
        }
        applyLast(movements, last, run);
    }

    private KeyedStream<Movement, Integer> keyed(DataStream<Movement> movements) {
        return topology.keepsKey()
                ? DataStreamUtils.reinterpretAsKeyedStream(movements, Movement::account, Types.INT)
                : movements.keyBy(Movement::account, Types.INT);
    }

    private void applyLast(KeyedStream<Movement, Integer> movements, int state, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? PlainBank::timed : PlainBank::count;
        Output<Long> output =
                run.timed()
                        ? (movement, balance) -> movement.start()
                        : (movement, balance) -> balance;
        apply(movements, state, run, output, Types.LONG)
                .sinkTo(new CountingSink<>(run.meter(), counter));
    }

    private <O> DataStream<O> apply(
            KeyedStream<Movement, Integer> movements,
            int state,
            Run run,
            Output<O> output,
            TypeInformation<O> type) {
        String name = Topology.stateName(state);
        long initialBalance = run.load().initialBalance();
        return movements
                .process(new Update<>(name, initialBalance, busyWork, output, run.meter()))
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

    /**
     * Adds to a balance, unless it would become negative. What {@link AuditedPlainBank} has to know
     * is kept on a gauge of its own: the answers to {@link Questions}, and what was not paid.
     */
    private static final class Update<O> extends KeyedProcessFunction<Integer, Movement, O> {
        private static final long serialVersionUID = 1L;

        private final String state;
        private final long initialBalance;
        private final BusyWork busyWork;
        private final Output<O> output;
        private final String meter;
        private transient Gauge gauge;
        private transient ValueState<Long> balance;

        Update(
                String state,
                long initialBalance,
                BusyWork busyWork,
                Output<O> output,
                String meter) {
            this.state = state;
            this.initialBalance = initialBalance;
            this.busyWork = busyWork;
            this.output = output;
            this.meter = meter;
        }

        @Override
        public void open(OpenContext context) {
            gauge = Meter.gauge(meter);
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
            if (movement.delta() == 0) {
                gauge.keep(new Executed.Balance(state, movement.account(), before));
            } else if (after >= 0) {
                balance.update(after);
            } else {
                gauge.keep(new Executed.Unpaid(state, movement.account(), before - after));
                after = before;
            }
            out.collect(output.of(movement, after));
        }
    }
}
