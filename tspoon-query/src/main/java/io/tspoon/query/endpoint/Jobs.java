/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import io.tspoon.query.FailureReason;
import io.tspoon.query.QueryException;

import org.apache.flink.annotation.Internal;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The jobs that can be read here. */
@Internal
@FunctionalInterface
public interface Jobs {
    CompletableFuture<List<Job>> all();

    /** The jobs that have states, as far as is known. */
    default CompletableFuture<List<Job>> readable() {
        return all();
    }

    /** A job by its id. */
    default CompletableFuture<Job> named(String id) {
        return all().thenApply(
                        jobs ->
                                jobs.stream()
                                        .filter(job -> job.id().equals(id))
                                        .findAny()
                                        .orElseThrow(
                                                () ->
                                                        new QueryException(
                                                                FailureReason.UNKNOWN_JOB,
                                                                "[TSP-4100] Cannot find job: none"
                                                                        + " of this id can be read"
                                                                        + " here.")));
    }

    /** The only job that has states; fails if there is none or several. */
    default CompletableFuture<Job> only() {
        return readable()
                .thenApply(
                        jobs -> {
                            if (jobs.isEmpty()) {
                                // This also happens between the savepoint of a job and the start of
                                // the next one.
                                throw new QueryException(
                                        FailureReason.NOT_READY,
                                        "[TSP-4101] Cannot find job: none that can be read is"
                                                + " running, or has begun.");
                            }
                            if (jobs.size() > 1) {
                                throw new QueryException(
                                        FailureReason.AMBIGUOUS_JOB,
                                        "[TSP-4102] Cannot choose job: there are several, jobs="
                                                + jobs.stream().map(Job::id).toList()
                                                + ".");
                            }
                            return jobs.get(0);
                        });
    }
}
