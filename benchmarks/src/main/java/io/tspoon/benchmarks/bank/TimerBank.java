/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.AccessedStream;
import io.tspoon.api.KeyedTransactionalStream;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.transaction.StateContext;
import io.tspoon.transaction.TransactionResult;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.time.Duration;

/**
 * Each transfer has its source account reminded of it a millisecond later, unless that is to be
 * reminded already. Counts reminders, each of which was set by one transaction and fired in another
 * one; without timers the transfers.
 *
 * @param guarantee mechanism and level
 * @param timed whether timers are set
 */
record TimerBank(Guarantee guarantee, boolean timed) implements Bank {
    private static final StateSpec<Integer, Long> REMINDED =
            StateSpec.named("reminded", Types.INT, Types.LONG).initialValue(0L);

    private static final Duration DELAY = Duration.ofMillis(1);
    private static final int MAX_IN_FLIGHT = 256;

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
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
        reminded.closeTransaction()
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), timed ? TimerBank::countTimer : TimerBank::count));
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

    @Override
    public Guarantee guarantee() {
        return guarantee;
    }
}
