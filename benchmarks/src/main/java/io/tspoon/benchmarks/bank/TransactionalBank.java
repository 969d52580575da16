/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.api.UpdateFunction;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.harness.MeasuredLog;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.measure.BusyWork;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Logging;
import io.tspoon.benchmarks.measure.Told;
import io.tspoon.benchmarks.measure.Topology;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.log.FileLog;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

import java.util.List;
import java.util.Objects;

/**
 * The bank with tspoon: each transfer is a transaction in each t-graph that it passes.
 *
 * @param guarantee mechanism and level
 * @param topology how the states are arranged
 * @param busyWork of each access
 * @param abortsTimed whether latencies of aborted transactions count, too
 * @param logging whether transactions have a key and outcomes are logged
 * @param told what results tell of their elements
 * @param indexed what is indexed of accounts
 */
record TransactionalBank(
        Guarantee guarantee,
        Topology topology,
        BusyWork busyWork,
        boolean abortsTimed,
        Logging logging,
        Told told,
        Indexed indexed)
        implements VerifiedBank {
    /** With the default, slow functions would let transactions wait beyond their deadline. */
    private static final int BUSY_MAX_IN_FLIGHT = 32;

    TransactionalBank(Guarantee guarantee) {
        this(guarantee, Topology.ONE_STATE, BusyWork.NONE, false);
    }

    TransactionalBank(
            Guarantee guarantee, Topology topology, BusyWork busyWork, boolean abortsTimed) {
        this(guarantee, topology, busyWork, abortsTimed, Logging.NONE);
    }

    TransactionalBank(
            Guarantee guarantee,
            Topology topology,
            BusyWork busyWork,
            boolean abortsTimed,
            Logging logging) {
        this(guarantee, topology, busyWork, abortsTimed, logging, Told.NOTHING);
    }

    TransactionalBank(
            Guarantee guarantee,
            Topology topology,
            BusyWork busyWork,
            boolean abortsTimed,
            Logging logging,
            Told told) {
        this(guarantee, topology, busyWork, abortsTimed, logging, told, Indexed.NOTHING);
    }

    TransactionalBank(Guarantee guarantee, Indexed indexed) {
        this(
                guarantee,
                Topology.ONE_STATE,
                BusyWork.NONE,
                false,
                Logging.NONE,
                Told.NOTHING,
                indexed);
    }

    @Override
    public int resultsPerElement() {
        return topology.isParallel() ? topology.graphs() : 1;
    }

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        add(transfers, run, false);
    }

    @Override
    public void buildKept(DataStream<Transfer> transfers, Run run) {
        add(transfers, run, true);
    }

    @Override
    public Verified verify(BankRunner.Checked run, List<Object> kept) {
        List<Executed> results = kept.stream().map(Executed.class::cast).toList();
        return new Verification(run, guarantee.level(), topology, placement(run.load()))
                .verify(results);
    }

    private void add(DataStream<Transfer> transfers, Run run, boolean kept) {
        DataStream<Transfer> input = timed(transfers);
        for (int graph = 0; graph < topology.graphs(); graph++) {
            TransactionalStream<Movement> split =
                    open(input, graph, run).flatMap(new Movement.Split(), Movement.TYPE);
            boolean last = topology.isParallel() || graph == topology.graphs() - 1;
            if (last) {
                addSink(applyAll(split, graph, run).closeTransaction(), graph, run, kept);
            } else {
                DataStream<TransactionResult<Movement>> results =
                        apply(keyed(split), graph, run).closeTransaction();
                input = results.flatMap(new Committed(run.meter())).returns(Transfer.TYPE);
                if (kept) {
                    addKeepingSink(results, graph, run);
                }
            }
        }
    }

    private DataStream<Transfer> timed(DataStream<Transfer> transfers) {
        if (!told.isAssigned()) {
            return transfers;
        }
        boolean isTimed = told.isTimed();
        return transfers.assignTimestampsAndWatermarks(
                WatermarkStrategy.<Transfer>noWatermarks()
                        .withTimestampAssigner(
                                (transfer, none) -> isTimed ? transfer.start() : none));
    }

    TransactionalStream<Transfer> open(DataStream<Transfer> input, int graph, Run run) {
        TransactionalGraph described = describe(graph, run);
        return logging.isKeyed() || (run.timed() && abortsTimed)
                ? described.openTransaction(input, transfer -> Long.toString(transfer.start()))
                : described.openTransaction(input);
    }

    TransactionalGraph describe(int graph, Run run) {
        TransactionalGraph described =
                TransactionalGraph.named(graph == 0 ? "bank" : "bank" + (graph + 1))
                        .concurrencyControl(guarantee.control())
                        .isolation(guarantee.level())
                        .returnInputs(told.returned());
        if (busyWork.ms() > 0) {
            described.maxInFlight(BUSY_MAX_IN_FLIGHT);
        }
        if (logging.isLogged()) {
            String directory = Objects.requireNonNull(run.log());
            described.writeAheadLog(new MeasuredLog(new FileLog(directory), run.meter()));
        }
        return described;
    }

    /** Settles the transfers of a bank of one t-graph. */
    void settle(TransactionalStream<Transfer> transfers, Run run, boolean kept) {
        addSink(results(transfers, run), 0, run, kept);
    }

    /** The results of the transfers of a bank of one t-graph. */
    DataStream<TransactionResult<Long>> results(TransactionalStream<Transfer> transfers, Run run) {
        return applyAll(transfers.flatMap(new Movement.Split(), Movement.TYPE), 0, run)
                .closeTransaction();
    }

    /** All states of a t-graph; timed ones emit the start of the transfer, else the balances. */
    private TransactionalStream<Long> applyAll(
            TransactionalStream<Movement> split, int graph, Run run) {
        int states = topology.statesOfGraph();
        if (topology.isParallel()) {
            TransactionalStream<Long> all = applyLast(keyed(split), graph, run);
            for (int state = 1; state < states; state++) {
                all = all.union(applyLast(keyed(split), state, run));
            }
            return all;
        }
        KeyedTransactionalStream<Movement, Integer> movements = keyed(split);
        for (int state = 0; state < states - 1; state++) {
            AccessedStream<Movement, Integer> accessed = apply(movements, state, run);
            movements = topology.keepsKey() ? accessed.sameKey() : keyed(accessed);
        }
        return applyLast(movements, graph + states - 1, run);
    }

    private AccessedStream<Movement, Integer> apply(
            KeyedTransactionalStream<Movement, Integer> movements, int state, Run run) {
        return movements.update(
                indexed.of(balances(state, run)),
                adding(busyWork),
                (balance, movement) -> movement,
                Movement.TYPE);
    }

    private TransactionalStream<Long> applyLast(
            KeyedTransactionalStream<Movement, Integer> movements, int state, Run run) {
        StateSpec<Integer, Long> balances = indexed.of(balances(state, run));
        UpdateFunction<Long, Movement> add = adding(busyWork);
        return run.timed()
                ? movements.update(
                        balances, add, (balance, movement) -> movement.start(), Types.LONG)
                : movements.update(balances, add);
    }

    private static UpdateFunction<Long, Movement> adding(BusyWork work) {
        return (balance, movement) -> {
            if (movement.delta() != 0) { // what only asks is not busy
                work.run();
            }
            return balance + movement.delta();
        };
    }

    private static KeyedTransactionalStream<Movement, Integer> keyed(
            TransactionalStream<Movement> movements) {
        return movements.keyBy(Movement::account, Types.INT);
    }

    static StateSpec<Integer, Long> balances(int state, Run run) {
        return StateSpec.named(Topology.stateName(state), Types.INT, Types.LONG)
                .initialValue(run.load().initialBalance())
                .constraint("balance is not negative", balance -> balance >= 0);
    }

    void addSink(DataStream<TransactionResult<Long>> results, int graph, Run run, boolean kept) {
        if (kept) {
            addKeepingSink(results, graph, run);
        } else {
            results.sinkTo(new CountingSink<>(run.meter(), counter(run.timed())));
        }
    }

    private static <T> void addKeepingSink(
            DataStream<TransactionResult<T>> results, int graph, Run run) {
        results.sinkTo(
                new CountingSink<>(
                        run.meter(), (result, gauge) -> gauge.keep(Executed.of(graph, result))));
    }

    CountingSink.Counter<TransactionResult<Long>> counter(boolean timed) {
        if (!timed) {
            return TransactionalBank::count;
        }
        return abortsTimed ? TransactionalBank::timedByKey : TransactionalBank::timed;
    }

    private static void count(TransactionResult<Long> result, Gauge gauge) {
        if (gauge.isInspected()) {
            keepBalances(result, gauge);
        }
        gauge.count(result.isAborted(), result.attempts());
    }

    private static void keepBalances(TransactionResult<?> result, Gauge gauge) {
        result.updates().forEach(update -> gauge.keep(Executed.Balance.of(update)));
    }

    private static void timed(TransactionResult<Long> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        if (result.isCommitted()) {
            gauge.recordSince(result.emitted().get(0));
        } else {
            gauge.countUntimed();
        }
    }

    private static void timedByKey(TransactionResult<Long> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        gauge.recordSince(Long.parseLong(result.key()));
    }

    /** What has committed goes on to the next t-graph, as it came. */
    private static final class Committed
            extends RichFlatMapFunction<TransactionResult<Movement>, Transfer> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private transient Gauge gauge;

        Committed(String meter) {
            this.meter = meter;
        }

        @Override
        public void open(OpenContext context) {
            gauge = Meter.gauge(meter);
        }

        @Override
        public void flatMap(TransactionResult<Movement> result, Collector<Transfer> out) {
            if (gauge.isInspected()) {
                keepBalances(result, gauge);
            }
            gauge.countEarly(result.isAborted(), result.attempts());
            if (result.isCommitted()) {
                out.collect(Transfer.of(result.emitted()));
            }
        }
    }
}
