/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.Meter;
import io.tspoon.benchmarks.harness.Running;

/** Checks what has just been timed: the very job whose rate is reported. */
public interface Audit {
    /**
     * Lets the sources stop after the timed span, waits for all results and asks what the job has
     * left behind. The job still runs, and does until this returns.
     */
    void ask(Running job, Meter meter);

    /**
     * Checks the answers when the job has ended.
     *
     * @throws io.tspoon.benchmarks.harness.BenchmarkException if something is wrong
     */
    void check(Meter meter);
}
