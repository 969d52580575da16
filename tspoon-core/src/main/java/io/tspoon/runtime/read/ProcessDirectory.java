/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.read;

import io.tspoon.flink.directory.TaskLink;
import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;
import io.tspoon.read.ReadException;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Locates states through any task of the process; the newest task is asked first. */
final class ProcessDirectory implements JobDirectory {
    private final String jobId;
    private final String jobName;
    private final List<TaskLink> links = new CopyOnWriteArrayList<>();

    ProcessDirectory(String jobId, String jobName) {
        this.jobId = jobId;
        this.jobName = jobName;
    }

    void add(TaskLink link) {
        if (link.reachesDirectory()) {
            links.add(0, link);
        }
    }

    void remove(TaskLink link) {
        links.remove(link);
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public String jobName() {
        return jobName;
    }

    @Override
    public CompletableFuture<JobLayout> locate() {
        for (TaskLink link : links) {
            return link.locate();
        }
        return CompletableFuture.failedFuture(
                new ReadException(
                        ReadException.Reason.NOT_READY,
                        "[TSP-2305] Cannot locate states: no task of the job runs here, job="
                                + jobName));
    }
}
