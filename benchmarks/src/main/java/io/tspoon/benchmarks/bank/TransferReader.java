/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.bank;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the transfers of one subtask.
 *
 * <p>With a rate, transfer n of the subtask is due at its place in an even schedule, whether or not
 * the job keeps up; it carries that moment. So a latency counts the time for which a transfer had
 * to wait before the job took it (no coordinated omission). Without a rate it carries a number.
 *
 * <p>Thread: the source's mailbox; the alarm wakes it from another one.
 */
final class TransferReader implements SourceReader<Transfer, TransferSource.NoSplit> {
    private static final CompletableFuture<Void> AVAILABLE =
            CompletableFuture.completedFuture(null);

    private final TransferGenerator transfers;
    private final int subtask;
    private final int subtasks;
    private final double periodNs;
    private final double firstDueNs;

    private long begin;
    private long due;
    private @Nullable Alarm alarm;

    TransferReader(Load load, int subtask, int subtasks) {
        this.subtask = subtask;
        this.subtasks = subtasks;
        transfers = new TransferGenerator(load, subtask, subtasks);
        periodNs = load.perSecond() > 0 ? 1e9 * subtasks / load.perSecond() : 0;
        firstDueNs = periodNs * subtask / subtasks;
    }

    @Override
    public void start() {
        if (periodNs > 0) {
            begin = System.nanoTime();
            due = nextDue();
            alarm = new Alarm();
        }
    }

    private long nextDue() {
        return begin + Math.round(firstDueNs + periodNs * transfers.generated());
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Transfer> output) {
        if (!transfers.hasNext()) {
            return InputStatus.END_OF_INPUT;
        }
        if (periodNs > 0 && System.nanoTime() < due) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        output.collect(transfers.next(periodNs > 0 ? due : number()));
        if (periodNs > 0) {
            due = nextDue();
        }
        return InputStatus.MORE_AVAILABLE;
    }

    /** Of the next transfer; no other subtask gives the same one. */
    private long number() {
        return transfers.generated() * subtasks + subtask;
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
