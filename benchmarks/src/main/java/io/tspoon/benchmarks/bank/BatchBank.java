/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import io.tspoon.api.Batches;
import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.TransactionalStream;
import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.CountingSink;
import io.tspoon.benchmarks.harness.Gauge;
import io.tspoon.benchmarks.measure.Auditable;
import io.tspoon.benchmarks.measure.Guarantee;
import io.tspoon.benchmarks.measure.Verified;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Each transfer counts for its source account, and then for the bank, which is one record that all
 * transfers write. They come one by one, or many of them are a transaction.
 *
 * @param guarantee mechanism and level
 * @param size of a batch; 0 without batches
 */
record BatchBank(Guarantee guarantee, int size) implements VerifiedBank {
    private static final StateSpec<Integer, Long> SENT =
            StateSpec.named("sent", Types.INT, Types.LONG).initialValue(0L);

    private static final StateSpec<Integer, Long> TOTAL =
            StateSpec.named("total", Types.INT, Types.LONG).initialValue(0L);

    private static final int BANK = 0;

    @Override
    public void build(DataStream<Transfer> transfers, Run run) {
        results(transfers).sinkTo(new CountingSink<>(run.meter(), BatchBank::count));
    }

    @Override
    public void buildKept(DataStream<Transfer> transfers, Run run) {
        results(transfers)
                .sinkTo(
                        new CountingSink<>(
                                run.meter(), (result, gauge) -> gauge.keep(Kept.of(result))));
    }

    private DataStream<TransactionResult<Long>> results(DataStream<Transfer> transfers) {
        return open(transfers)
                .keyBy(Transfer::source, Types.INT)
                .update(
                        SENT,
                        (sent, transfer) -> sent + 1,
                        (sent, each) -> each.start(),
                        Types.LONG)
                .keyBy(start -> BANK, Types.INT)
                .update(TOTAL, (total, start) -> total + 1, (total, start) -> start, Types.LONG)
                .closeTransaction();
    }

    private TransactionalStream<Transfer> open(DataStream<Transfer> transfers) {
        TransactionalGraph bank =
                TransactionalGraph.named("bank")
                        .concurrencyControl(guarantee.control())
                        .isolation(guarantee.level());
        return size == 0
                ? bank.openTransaction(transfers)
                : bank.openBatches(transfers, Batches.ofCount(size));
    }

    private static void count(TransactionResult<Long> result, Gauge gauge) {
        gauge.count(result.isAborted(), result.attempts());
        List<Long> starts = result.emitted();
        if (starts.size() > 1) {
            gauge.count(starts.size() - 1);
        }
        starts.forEach(gauge::recordSince);
    }

    // ------------------------------------------------------------------ check

    /**
     * What a result says.
     *
     * @param transfers how many it is of
     * @param total of the bank behind it
     */
    private record Kept(long timestamp, int attempts, int transfers, long total) {
        static Kept of(TransactionResult<Long> result) {
            long total = -1;
            for (StateUpdate update : result.updates()) {
                if (update.state().equals(TOTAL.name())) {
                    total = (Long) Objects.requireNonNull(update.value(), "total");
                }
            }
            return new Kept(
                    result.timestamp().value(), result.attempts(), result.emitted().size(), total);
        }
    }

    /**
     * In the order of timestamps, each transaction adds as much to the bank as it has transfers.
     */
    @Override
    public Verified verify(BankRunner.Checked run, List<Object> kept) {
        List<Kept> results =
                kept.stream()
                        .map(Kept.class::cast)
                        .sorted(Comparator.comparingLong(Kept::timestamp))
                        .toList();
        long total = 0;
        long attempts = 0;
        for (Kept result : results) {
            total += result.transfers;
            attempts += result.attempts;
            if (result.total != total) {
                throw new BenchmarkException(
                        "Cannot trust "
                                + run.name()
                                + ": its total is not "
                                + total
                                + ", "
                                + result);
            }
        }
        if (total != run.load().limit()) {
            throw new BenchmarkException(
                    "Cannot trust " + run.name() + ": it has not executed all, transfers=" + total);
        }
        return new Verified(total, 0, attempts - results.size());
    }

    /** Only the bounded run is checked. */
    @Override
    public @Nullable Auditable audited(String name, Load load) {
        return null;
    }
}
