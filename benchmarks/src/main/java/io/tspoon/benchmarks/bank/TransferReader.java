/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the transfers of one subtask.
 *
 * <p>With a rate, transfer n of the subtask is due at its place in an even schedule, whether or not
 * the job keeps up; it carries that moment. So a latency counts the time for which a transfer had
 * to wait before the job took it (no coordinated omission).
 *
 * <p>Thread: the source's mailbox; the alarm wakes it from another one.
 */
final class TransferReader implements SourceReader<Transfer, TransferSource.NoSplit> {
    private static final CompletableFuture<Void> AVAILABLE =
            CompletableFuture.completedFuture(null);

    private final Load load;
    private final int subtask;
    private final int subtasks;
    private final SplittableRandom random;
    private final long limit;
    private final double periodNs;

    private long emitted;
    private long firstDue;
    private long due;
    private @Nullable Alarm alarm;

    TransferReader(Load load, int subtask, int subtasks) {
        this.load = load;
        this.subtask = subtask;
        this.subtasks = subtasks;
        this.random = new SplittableRandom(load.seed() * 1_000_003 + subtask);
        this.limit = limitOf(load, subtask, subtasks);
        this.periodNs = load.perSecond() > 0 ? 1e9 * subtasks / load.perSecond() : 0;
    }

    private static long limitOf(Load load, int subtask, int subtasks) {
        if (load.limit() == 0) {
            return Long.MAX_VALUE;
        }
        return load.limit() / subtasks + (subtask < load.limit() % subtasks ? 1 : 0);
    }

    @Override
    public void start() {
        if (periodNs > 0) {
            firstDue = System.nanoTime() + Math.round(periodNs * subtask / subtasks);
            due = firstDue;
            alarm = new Alarm();
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Transfer> output) {
        if (emitted == limit) {
            return InputStatus.END_OF_INPUT;
        }
        if (periodNs > 0 && System.nanoTime() < due) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        int source = random.nextInt(load.accounts());
        int other = random.nextInt(load.accounts() - 1);
        int destination = other < source ? other : other + 1;
        long amount = 1 + random.nextInt(load.maxAmount());
        output.collect(new Transfer(source, destination, amount, due));
        emitted++;
        if (periodNs > 0) {
            due = firstDue + Math.round(periodNs * emitted);
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (alarm == null || System.nanoTime() >= due) {
            return AVAILABLE;
        }
        return alarm.at(due);
    }

    @Override
    public List<TransferSource.NoSplit> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void addSplits(List<TransferSource.NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        if (alarm != null) {
            alarm.close();
        }
    }
}
