/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

import java.util.Arrays;

/**
 * As {@link SerialBank}, with the balances in an array outside of Flink's state: lost in a crash,
 * and possible only where keys are small numbers, but the fastest that one thread can be.
 */
final class SerialArrayBank extends OneByOneBank {
    @Override
    SingleOutputStreamOperator<Long> execute(
            DataStream<Transfer> transfers, Run run, boolean kept) {
        return transfers.map(new Execute(run, kept)).returns(Types.LONG).setParallelism(1);
    }

    private static final class Execute extends RichMapFunction<Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private final int accounts;
        private final long initialBalance;
        private final boolean timed;
        private final boolean kept;
        private transient long[] balances;
        private transient Results results;

        Execute(Run run, boolean kept) {
            this.meter = run.meter();
            this.accounts = run.load().accounts();
            this.initialBalance = run.load().initialBalance();
            this.timed = run.timed();
            this.kept = kept;
        }

        @Override
        public void open(OpenContext context) {
            balances = new long[accounts];
            Arrays.fill(balances, initialBalance);
            results = new Results(meter);
        }

        @Override
        public Long map(Transfer transfer) {
            if (isQuestion(transfer)) {
                results.answer(transfer.destination(), balances[transfer.destination()]);
                return 0L;
            }
            long rest = balances[transfer.source()] - transfer.amount();
            if (rest >= 0) {
                balances[transfer.source()] = rest;
                balances[transfer.destination()] += transfer.amount();
            }
            if (kept) {
                int destination = transfer.destination();
                results.executed(transfer.source(), rest, destination, balances[destination]);
            }
            return timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0;
        }
    }
}
