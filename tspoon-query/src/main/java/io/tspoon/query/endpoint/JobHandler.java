/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Answers the requests of one path below a job. Any thread may use it. */
@FunctionalInterface
interface JobHandler {
    /**
     * Answers a request.
     *
     * @param job the job that the request names, or the only one
     * @throws io.tspoon.query.QueryException if it cannot be answered; the future may fail with the
     *     same
     */
    CompletableFuture<HttpAnswer> handle(Job job, PathRequest request);
}
