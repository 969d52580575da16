/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import java.util.concurrent.CompletableFuture;

/** Knows where the instances of the states of a job are; asks the JobManager each time. */
public interface JobDirectory {
    /** Id of the job in hexadecimal digits. */
    String jobId();

    /** Name of the job. */
    String jobName();

    /** What there is, and where; fails with a {@link ReadException}. */
    CompletableFuture<JobLayout> locate();
}
