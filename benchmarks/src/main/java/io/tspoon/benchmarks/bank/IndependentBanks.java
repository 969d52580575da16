/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

import java.util.HashMap;
import java.util.Map;

/**
 * A bank for each subtask of the source, with its share of the accounts in a map in memory: a loop
 * in which nothing goes from one thread to another. So what it gains by a second processor is what
 * the machine allows, whose processors share caches and memory.
 *
 * <p>Of n banks, bank i has every n-th account from i on, under its place among them.
 */
final class IndependentBanks extends OneByOneBank {
    @Override
    SingleOutputStreamOperator<Long> execute(
            DataStream<Transfer> transfers, Run run, boolean kept) {
        return transfers.map(new Execute(run, kept)).returns(Types.LONG);
    }

    /** To the bank of the subtask, where neighbours among all accounts are one. */
    @Override
    public Placement placement(Load load) {
        return (transfer, subtask, subtasks) -> {
            Share share = new Share(subtask, subtasks, load.accounts() / subtasks);
            return new Transfer(
                    share.account(share.place(transfer.source())),
                    share.account(share.place(transfer.destination())),
                    transfer.amount(),
                    transfer.start());
        };
    }

    /** The accounts of one of several banks, each of which has so many. */
    private record Share(int bank, int banks, int places) {
        /** Where an account is that a transfer names; the last place takes what is left over. */
        int place(int asked) {
            return Math.min(asked / banks, places - 1);
        }

        /** Which one of all accounts is at a place. */
        int account(int place) {
            return place * banks + bank;
        }
    }

    private static final class Execute extends RichMapFunction<Transfer, Long> {
        private static final long serialVersionUID = 1L;

        private final String meter;
        private final int accounts;
        private final long initialBalance;
        private final boolean timed;
        private final boolean kept;
        private transient Share share;
        private transient Map<Integer, Long> balances;
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
            TaskInfo task = getRuntimeContext().getTaskInfo();
            int banks = task.getNumberOfParallelSubtasks();
            share = new Share(task.getIndexOfThisSubtask(), banks, accounts / banks);
            balances = new HashMap<>();
            results = new Results(meter);
        }

        @Override
        public Long map(Transfer transfer) {
            if (isQuestion(transfer)) { // each comes to the bank that has the account
                int account = transfer.destination();
                results.answer(account, balance(account / share.banks()));
                return 0L;
            }
            int source = share.place(transfer.source());
            int destination = share.place(transfer.destination());
            long rest = balance(source) - transfer.amount();
            if (rest >= 0) {
                balances.put(source, rest);
                balances.put(destination, balance(destination) + transfer.amount());
            }
            if (kept) {
                int payee = share.account(destination);
                results.executed(share.account(source), rest, payee, balance(destination));
            }
            return timed ? transfer.start() : rest >= 0 ? transfer.amount() : 0;
        }

        private long balance(int place) {
            return balances.getOrDefault(place, initialBalance);
        }
    }
}
