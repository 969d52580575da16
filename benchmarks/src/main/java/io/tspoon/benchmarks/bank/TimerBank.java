/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Each transfer has its source account reminded of it a millisecond later, unless that is to be
 * reminded already. Counts reminders, each of which was set by one transaction and fired in another
 * one; without timers the transfers.
 *
 * @param guarantee mechanism and level
 * @param timed whether timers are set
 */
record TimerBank(Guarantee guarantee, boolean timed) implements VerifiedBank {
    private static final StateSpec<Integer, Long> REMINDED =
            StateSpec.named("reminded", Types.INT, Types.LONG).initialValue(0L);

    private static final Duration DELAY = Duration.ofMillis(1);
    private static final int MAX_IN_FLIGHT = 256;

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        results(transfers)
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), timed ? TimerBank::countTimer : TimerBank::count));
    }

    @Override
    public void buildKept(DataStream<Transfer> transfers, Run run) {
        results(transfers)
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), (result, gauge) -> gauge.keep(Kept.of(result))));
    }

    private DataStream<TransactionResult<Long>> results(DataStream<Transfer> transfers) {
        KeyedTransactionalStream<Transfer, Integer> keyed =
                TransactionalGraph.named("bank")
                        .concurrencyControl(guarantee.control())
                        .isolation(guarantee.level())
                        .maxInFlight(MAX_IN_FLIGHT) // as many as timers
                        .openTransaction("transfers", transfers)
                        .keyBy(Transfer::source, Types.INT);
        AccessedStream<Long, Integer> reminded =
                timed
                        ? keyed.apply(REMINDED, TimerBank::remind, Types.LONG)
                                .onTimer(REMINDED, Types.LONG, TimerBank::reminded)
                        : keyed.apply(REMINDED, TimerBank::write, Types.LONG);
        return reminded.closeTransaction();
    }

    private static void write(
            ValueAccess<Long> value, Transfer transfer, StateContext<Long> transaction) {
        value.set(transfer.start());
        transaction.emit(transfer.start());
    }

    private static void remind(
            ValueAccess<Long> value, Transfer transfer, StateContext<Long> transaction) {
        if (!value.exists()) {
            value.set(1L);
            transaction.timers().after(DELAY, transfer.start());
        }
    }

    private static void reminded(
            ValueAccess<Long> value, Long start, StateContext<Long> transaction) {
        value.delete();
        transaction.emit(start);
    }

    private static void countTimer(TransactionResult<Long> result, Gauge gauge) {
        if (!result.emitted().isEmpty()) {
            count(result, gauge);
        }
    }

    private static void count(TransactionResult<Long> result, Gauge gauge) {
        gauge.count();
        gauge.recordSince(result.emitted().get(0));
    }

    // ------------------------------------------------------------------ check

    /**
     * What a result says.
     *
     * @param account that was written; negative if none was
     * @param deleted whether its value was deleted
     */
    private record Kept(
            long timestamp, int attempts, boolean ofTimer, int account, boolean deleted) {
        static Kept of(TransactionResult<Long> result) {
            boolean writes = !result.updates().isEmpty();
            StateUpdate update = writes ? result.updates().get(0) : null;
            return new Kept(
                    result.timestamp().value(),
                    result.attempts(),
                    result.entrance().equals("timers"),
                    update == null ? -1 : (Integer) update.key(),
                    update != null && update.value() == null);
        }
    }

    /**
     * Each reminder was set before, by one transaction, and comes once: in the order of timestamps,
     * both take turns for each account. Those that were not due in the end are left.
     */
    @Override
    public Verified verify(BankRunner.Checked run, List<Object> kept) {
        List<Kept> results =
                kept.stream()
                        .map(Kept.class::cast)
                        .sorted(Comparator.comparingLong(Kept::timestamp))
                        .toList();
        Set<Integer> pending = new HashSet<>();
        long ofTransfers = 0;
        long attempts = 0;
        for (Kept result : results) {
            attempts += result.attempts;
            ofTransfers += result.ofTimer ? 0 : 1;
            check(run, result.deleted == result.ofTimer, result);
            if (timed && result.account >= 0) {
                boolean inTurn =
                        result.ofTimer
                                ? pending.remove(result.account)
                                : pending.add(result.account);
                check(run, inTurn, result);
            }
        }
        check(run, ofTransfers == run.load().limit(), "transfers=" + ofTransfers);
        check(run, timed == results.size() > ofTransfers, "results=" + results.size());
        return new Verified(ofTransfers, 0, attempts - results.size());
    }

    private static void check(BankRunner.Checked run, boolean holds, Object seen) {
        if (!holds) {
            throw new BenchmarkException(
                    "Cannot trust "
                            + run.name()
                            + ": reminders are set and come by turns, "
                            + seen);
        }
    }

    /** Nothing is left that says how many reminders there were. */
    @Override
    public @Nullable Auditable audited(String name, Load load) {
        return null;
    }

    @Override
    public Guarantee guarantee() {
        return guarantee;
    }
}
