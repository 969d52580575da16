/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.read.JobDirectory;
import io.tspoon.read.JobLayout;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A job with one state, {@code balance} of {@code bank}, that has one instance. */
public final class OneInstance implements JobDirectory {
    private final JobLayout.Instance instance;
    private int located;
    private boolean silent;

    public OneInstance(JobLayout.Instance instance) {
        this.instance = instance;
    }

    /** How often it was asked. */
    int located() {
        return located;
    }

    /** Whether it does not answer from now on. */
    void setSilent(boolean silent) {
        this.silent = silent;
    }

    @Override
    public String jobId() {
        return "0123456789abcdef0123456789abcdef";
    }

    @Override
    public String jobName() {
        return "test";
    }

    @Override
    public CompletableFuture<JobLayout> locate() {
        located++;
        if (silent) {
            return new CompletableFuture<>();
        }
        return CompletableFuture.completedFuture(
                new JobLayout(
                        List.of(new JobLayout.State("bank", "balance", 1, List.of(instance)))));
    }
}
