/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Knows where the instances of the states of a job are; asks the JobManager each time. */
public interface JobDirectory {
    /** Id of the job in hexadecimal digits. */
    String jobId();

    /**
     * All instances that are ready to be read. While a job starts or recovers some may be missing,
     * see {@link Location#parallelism}.
     */
    CompletableFuture<List<Location>> locate();

    /**
     * An instance, and where it can be read.
     *
     * @param graph name of the t-graph
     * @param state name of the state
     * @param index of the instance
     * @param parallelism number of instances of the state
     * @param maxParallelism number of key groups
     * @param incarnation of the instance, see {@link StateInstance}
     * @param address of its {@link ReadService}
     */
    record Location(
            String graph,
            String state,
            int index,
            int parallelism,
            int maxParallelism,
            long incarnation,
            String address) {}
}
