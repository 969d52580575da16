/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.Arrays;

/**
 * The whole bank in one operator without parallelism: transfers are atomic because one thread runs
 * them one after the other. The balances are an array, the fastest there is.
 */
final class SerialBank implements Bank {
    private static final long ABORTED = -1;

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        transfers
                .map(new Execute(run.load(), run.timed()))
                .returns(Types.LONG)
                .setParallelism(1)
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), run.timed() ? SerialBank::timed : SerialBank::count))
                .setParallelism(1);
    }

    private static void count(Long amount, Gauge gauge) {
        gauge.count(amount == ABORTED, 1);
    }

    private static void timed(Long start, Gauge gauge) {
        gauge.count();
        gauge.recordSince(start);
    }

    /** Executes transfers; sends on the amount moved or that it was aborted, or the start. */
    private static final class Execute extends RichMapFunction<Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final int accounts;
        private final long initialBalance;
        private final boolean timed;
        private transient long[] balances;

        Execute(Load load, boolean timed) {
            this.accounts = load.accounts();
            this.initialBalance = load.initialBalance();
            this.timed = timed;
        }

        @Override
        public void open(OpenContext context) {
            balances = new long[accounts];
            Arrays.fill(balances, initialBalance);
        }

        @Override
        public Long map(Transfer transfer) {
            long rest = balances[transfer.source()] - transfer.amount();
            if (rest >= 0) {
                balances[transfer.source()] = rest;
                balances[transfer.destination()] += transfer.amount();
            }
            if (timed) {
                return transfer.start();
            }
            return rest >= 0 ? transfer.amount() : ABORTED;
        }
    }
}
