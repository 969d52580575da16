/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.harness;

import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Makes the elements of one subtask.
 *
 * <p>With a rate, element n of the subtask is due at its place in an even schedule, whether or not
 * the job keeps up; it carries that moment. So a latency counts the time for which an element had
 * to wait before the job took it (no coordinated omission). Without a rate it carries a number.
 *
 * <p>When the run is inspected it stops, and asks its share of the questions instead.
 *
 * <p>Thread: the source's mailbox; the alarm wakes it from another one.
 */
final class PacedReader<T> implements SourceReader<T, PacedSource.NoSplit> {
    private static final CompletableFuture<Void> AVAILABLE =
            CompletableFuture.completedFuture(null);

    /** Nothing follows the last question; the job is cancelled then. */
    private static final CompletableFuture<Void> NEVER = new CompletableFuture<>();

    private final Elements.Generator<T> elements;
    private final int subtask;
    private final int subtasks;
    private final double periodNs;
    private final double firstDueNs;
    private final PacedSource.@Nullable Inspected<T> inspected;
    private final @Nullable Inspection inspection;

    private long begin;
    private long due;
    private @Nullable Alarm alarm;
    private boolean stopped;
    private Elements.@Nullable Generator<T> questions;

    PacedReader(
            Elements<T> made,
            double perSecond,
            PacedSource.@Nullable Inspected<T> inspected,
            int subtask,
            int subtasks) {
        this.inspected = inspected;
        this.inspection = inspected == null ? null : Meter.named(inspected.meter()).inspection();
        this.subtask = subtask;
        this.subtasks = subtasks;
        elements = made.generator(subtask, subtasks);
        periodNs = perSecond > 0 ? 1e9 * subtasks / perSecond : 0;
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
        return begin + Math.round(firstDueNs + periodNs * elements.generated());
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) {
        if (inspection != null && inspection.isStopped()) {
            return pollQuestion(inspection, output);
        }
        if (!elements.hasNext()) {
            return InputStatus.END_OF_INPUT;
        }
        if (periodNs > 0 && System.nanoTime() < due) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        output.collect(elements.next(periodNs > 0 ? due : number()));
        if (periodNs > 0) {
            due = nextDue();
        }
        return InputStatus.MORE_AVAILABLE;
    }

    private InputStatus pollQuestion(Inspection begun, ReaderOutput<T> output) {
        if (!stopped) {
            stopped = true;
            begun.stopped(subtask, elements.generated());
        }
        if (questions == null) {
            if (!begun.isBegun()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            questions = Objects.requireNonNull(inspected).questions().generator(subtask, subtasks);
        }
        if (!questions.hasNext()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        output.collect(questions.next(0));
        return InputStatus.MORE_AVAILABLE;
    }

    /** Of the next element; no other subtask gives the same one. */
    private long number() {
        return elements.generated() * subtasks + subtask;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (stopped && inspection != null) {
            return questions == null || questions.hasNext() ? inspection.begun() : NEVER;
        }
        if (alarm == null || System.nanoTime() >= due) {
            return AVAILABLE;
        }
        return alarm.at(due);
    }

    @Override
    public List<PacedSource.NoSplit> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void addSplits(List<PacedSource.NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {
        if (alarm != null) {
            alarm.close();
        }
    }
}
