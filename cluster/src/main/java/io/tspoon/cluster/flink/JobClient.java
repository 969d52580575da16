/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.io.IOException;

/** Submits jobs to a cluster, and stops them. */
public interface JobClient {
    /**
     * Runs the jar.
     *
     * @return id of the job, which may still fail to start
     * @throws IOException if the program cannot build its graph, or the cluster cannot be reached
     */
    String submit(JobSubmission job) throws IOException, InterruptedException;

    /**
     * Stops the job with a savepoint, without waiting for the end of the job.
     *
     * @param drain whether the input ends here for good
     * @return path of the savepoint
     */
    String stop(String job, boolean drain) throws IOException, InterruptedException;
}
