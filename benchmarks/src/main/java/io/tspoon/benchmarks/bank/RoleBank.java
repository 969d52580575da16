/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.RoleValues;
import io.tspoon.api.Roles;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.StateContext;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;

/**
 * The bank with tspoon, where one function gets the balances of both accounts of a transfer. The
 * transfers are such as need no value of another key, so it can be compared with functions of one
 * key each.
 *
 * @param bank the same with those functions
 */
record RoleBank(TransactionalBank bank) implements VerifiedBank {
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
        return bank.verify(run, kept);
    }

    private void add(DataStream<Transfer> transfers, Run run, boolean kept) {
        Roles<Transfer, Integer, Long> accounts =
                Roles.update("accounts", TransactionalBank.balances(0, run), RoleBank::accountsOf);
        boolean timed = run.timed();
        bank.addSink(
                bank.open(transfers, 0, run)
                        .transact(
                                List.of(accounts),
                                (transfer, at, transaction) ->
                                        move(transfer, at, accounts, timed, transaction),
                                Types.LONG)
                        .closeTransaction(),
                0,
                run,
                kept);
    }

    private static List<Integer> accountsOf(Transfer transfer) {
        if (transfer.source() == Transfer.NOBODY) {
            return List.of(transfer.destination());
        }
        return transfer.destination() == Transfer.NOBODY
                ? List.of(transfer.source())
                : List.of(transfer.source(), transfer.destination());
    }

    private static void move(
            Transfer transfer,
            RoleValues<Transfer> at,
            Roles<Transfer, Integer, Long> accounts,
            boolean timed,
            StateContext<Long> transaction) {
        for (Integer account : at.keys(accounts)) {
            long delta = account == transfer.source() ? -transfer.amount() : transfer.amount();
            long balance = at.get(accounts, account) + delta;
            at.set(accounts, account, balance);
            transaction.emit(timed ? transfer.start() : balance);
        }
    }
}
