/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.io.IOException;

/** How somebody brings jobs to a cluster, and takes them away. */
public interface JobClient {
    /**
     * Runs the jar.
     *
     * @return id of the job, which may still fail to start
     * @throws IOException if the program cannot build its graph, or nobody answers
     */
    String submit(JobSubmission job) throws IOException, InterruptedException;

    /**
     * Stops the job with a savepoint; does not wait until the job has ended.
     *
     * @param drain whether the input ends here for good
     * @return where the savepoint is
     */
    String stop(String job, boolean drain) throws IOException, InterruptedException;
}
