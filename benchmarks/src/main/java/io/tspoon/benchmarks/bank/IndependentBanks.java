/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.benchmarks.harness.CountingSink;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.HashMap;
import java.util.Map;

/**
 * A bank for each subtask of the source, with its share of the accounts in a map in memory: a loop
 * in which nothing goes from one thread to another. So what it gains by a second processor is what
 * the machine allows, whose processors share caches and memory.
 */
final class IndependentBanks implements Bank {
    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        CountingSink.Counter<Long> counter = run.timed() ? SerialBank::timed : SerialBank::count;
        transfers
                .map(new Execute(run.load().initialBalance(), run.timed()))
                .returns(Types.LONG)
                .sinkTo(new CountingSink<>(run.meter(), counter));
    }

    private static final class Execute extends RichMapFunction<Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final long initialBalance;
        private final boolean timed;
        private transient int banks;
        private transient Map<Integer, Long> balances;

        Execute(long initialBalance, boolean timed) {
            this.initialBalance = initialBalance;
            this.timed = timed;
        }

        @Override
        public void open(OpenContext context) {
            banks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
            balances = new HashMap<>();
        }

        @Override
        public Long map(Transfer transfer) {
            int source = transfer.source() / banks;
            int destination = transfer.destination() / banks;
            long rest = balances.getOrDefault(source, initialBalance) - transfer.amount();
            if (rest >= 0) {
                balances.put(source, rest);
                long before = balances.getOrDefault(destination, initialBalance);
                balances.put(destination, before + transfer.amount());
            }
            return timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0;
        }
    }
}
