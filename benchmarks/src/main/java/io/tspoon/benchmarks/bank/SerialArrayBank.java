/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.Arrays;

/**
 * As {@link SerialBank}, with the balances in an array outside of Flink's state: lost in a crash,
 * and possible only where keys are small numbers, but the fastest that one thread can be.
 */
final class SerialArrayBank implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? SerialBank::timed : SerialBank::count;
        transfers
                .map(new Execute(run.load(), run.timed()))
                .returns(Types.LONG)
                .setParallelism(1)
                .sinkTo(new CountingSink<>(run.meter(), counter))
                .setParallelism(1);
    }

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
            return timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0;
        }
    }
}
