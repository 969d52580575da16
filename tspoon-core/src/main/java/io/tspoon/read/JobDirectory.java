/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;

import java.util.concurrent.CompletableFuture;

/** Locates the instances of a job's states; asks the JobManager each time. */
@Internal
public interface JobDirectory {
    /** Id of the job in hexadecimal digits. */
    String jobId();

    /** Name of the job. */
    String jobName();

    /** Returns the states and the places of their instances; fails with a {@link ReadException}. */
    CompletableFuture<JobLayout> locate();
}
