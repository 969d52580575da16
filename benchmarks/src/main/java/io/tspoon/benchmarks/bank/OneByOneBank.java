/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.IsolationLevel;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

import java.util.List;

/**
 * A bank in one operator, whose thread executes one transfer after the other: atomic without
 * tspoon, and checked as its banks are. The order of its results is the serial one.
 */
abstract class OneByOneBank implements VerifiedBank {
    /**
     * Adds the operator. For a transfer it emits what was moved, 0 if it was aborted; if the run is
     * timed, when it was due.
     *
     * @param kept whether each result is told to {@link Results}
     */
    abstract SingleOutputStreamOperator<Long> execute(
            DataStream<Transfer> transfers, Run run, boolean kept);

    @Override
    public final void build(DataStream<Transfer> transfers, Run run) {
        add(transfers, run, false);
    }

    @Override
    public final void buildKept(DataStream<Transfer> transfers, Run run) {
        add(transfers, run, true);
    }

    private void add(DataStream<Transfer> transfers, Run run, boolean kept) {
        CountingSink.Counter<Long> counter =
                run.timed() ? OneByOneBank::timed : OneByOneBank::count;
        SingleOutputStreamOperator<Long> results = execute(transfers, run, kept);
        results.sinkTo(new CountingSink<>(run.meter(), counter))
                .setParallelism(results.getParallelism());
    }

    private static void count(Long amount, Gauge gauge) {
        gauge.count(amount == 0, 1);
    }

    private static void timed(Long start, Gauge gauge) {
        gauge.count();
        gauge.recordSince(start);
    }

    @Override
    public final Verified verify(BankRunner.Checked run, List<Object> kept) {
        List<Executed> results = kept.stream().map(Executed.class::cast).toList();
        return new Verification(run, IsolationLevel.PL3, Topology.ONE_STATE, placement(run.load()))
                .verify(results);
    }

    /** Whether a transfer moves nothing, but asks what is there: see {@link Questions}. */
    static boolean isQuestion(Transfer transfer) {
        return transfer.amount() == 0;
    }

    /** What the operator tells the checks, on a gauge of its own. */
    static final class Results {
        private final Gauge gauge;
        private long executed;

        /**
         * @param meter name of the run's meter
         */
        Results(String meter) {
            gauge = Meter.gauge(meter);
        }

        /** The answer to a question. */
        void answer(int account, long amount) {
            gauge.keep(balance(account, amount));
        }

        /** A transfer that leaves so much; it was aborted if that is less than nothing. */
        void executed(int source, long rest, int destination, long increased) {
            executed++;
            boolean committed = rest >= 0;
            gauge.keep(
                    new Executed(
                            0,
                            executed,
                            executed,
                            committed,
                            1,
                            committed
                                    ? List.of()
                                    : List.of(new Executed.Refusal(Topology.stateName(0), source)),
                            committed
                                    ? List.of(
                                            balance(source, rest), balance(destination, increased))
                                    : List.of()));
        }

        private static Executed.Balance balance(int account, long amount) {
            return new Executed.Balance(Topology.stateName(0), account, amount);
        }
    }
}
