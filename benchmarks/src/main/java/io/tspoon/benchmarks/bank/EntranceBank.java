/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.measure.Verified;

import org.apache.flink.streaming.api.datastream.DataStream;

import java.util.List;
import java.util.Objects;

/**
 * The bank with tspoon, whose transfers come by several entrances. Each has the same share of them.
 *
 * @param bank the same with one input, without a name
 * @param entrances how many
 */
record EntranceBank(TransactionalBank bank, int entrances) implements VerifiedBank {
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
        TransactionalGraph graph = bank.describe(0, run);
        TransactionalStream<Transfer> all = null;
        for (int entrance = 0; entrance < entrances; entrance++) {
            TransactionalStream<Transfer> opened =
                    graph.openTransaction(
                            "transfers-" + entrance, share(transfers, entrance, entrances));
            all = all == null ? opened : all.union(opened);
        }
        bank.settle(Objects.requireNonNull(all), run, kept);
    }

    /** As many as of the others: the numbers of accounts say nothing about the amounts. */
    private static DataStream<Transfer> share(
            DataStream<Transfer> transfers, int entrance, int entrances) {
        return entrances == 1
                ? transfers
                : transfers.filter(transfer -> transfer.amount() % entrances == entrance);
    }
}
