/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.BenchmarkException;
import io.tspoon.benchmarks.harness.Inspection;
import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Checks a job after its throughput was timed: each element has its results, and what the job has
 * left behind is right. The job itself is asked, in transactions like those that were timed; so
 * this costs what so many elements as there are questions do.
 */
public final class TimedAudit implements Audit {
    /** Slow functions have as much in the buffers before them as takes a while. */
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final Auditable audited;
    private final int subtasks;
    private long due;
    private long aborted;

    /**
     * @param audited what was timed
     * @param subtasks of the source
     */
    public TimedAudit(Auditable audited, int subtasks) {
        this.audited = audited;
        this.subtasks = subtasks;
    }

    @Override
    public void ask(Running job, Meter meter) {
        Inspection inspection = meter.inspection();
        inspection.stop();
        await(job, meter, () -> inspection.offered().size() == subtasks, "sources do not stop");
        for (long elements : inspection.offered().values()) {
            due += elements * audited.resultsPerElement();
        }
        await(job, meter, () -> ended(meter) >= due, "elements have no result");
        aborted = meter.aborted();
        long questions = audited.questions();
        if (questions > 0) {
            due += questions;
            inspection.begin();
            await(job, meter, () -> ended(meter) >= due, "questions are not answered");
        }
    }

    @Override
    public void check(Meter meter) {
        if (ended(meter) != due) {
            throw failure(
                    audited.name(),
                    "more results than elements, results=" + ended(meter) + ", expected=" + due);
        }
        audited.check(meter.inspection().offered(), aborted, meter);
    }

    /** Transactions that have left the last t-graph, or never reach it. */
    private static long ended(Meter meter) {
        return meter.counts().results() + meter.abortedEarly();
    }

    private void await(Running job, Meter meter, BooleanSupplier condition, String otherwise) {
        if (!job.await(condition, TIMEOUT)) {
            throw failure(
                    audited.name(),
                    otherwise
                            + ", results="
                            + ended(meter)
                            + ", expected="
                            + due
                            + ", waited="
                            + TIMEOUT);
        }
    }

    /** What is wrong with the timed run of a configuration. */
    public static BenchmarkException failure(String name, String reason) {
        return new BenchmarkException("Cannot trust the timed run of " + name + ": " + reason);
    }
}
