/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.benchmarks.measure;

import io.tspoon.benchmarks.harness.Meter;

import java.util.Map;

/** What a timed run leaves behind. */
public interface Auditable {
    /** Name of the configuration, for messages. */
    String name();

    /** How many results each element of the source has. */
    default int resultsPerElement() {
        return 1;
    }

    /**
     * Called when all results are there. The sources are about to ask the job what it has left
     * behind; their questions have so many results. 0 if the job is not to be asked.
     */
    long questions();

    /**
     * Checks the answers when the job has ended.
     *
     * @param offered elements of each subtask of the source, without questions
     * @param aborted results that were aborted
     * @param meter what the sinks have kept
     * @throws io.tspoon.benchmarks.harness.BenchmarkException if something is wrong
     */
    void check(Map<Integer, Long> offered, long aborted, Meter meter);
}
