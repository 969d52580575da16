/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import java.util.concurrent.CompletableFuture;

/** Answers the requests of one path. Any thread may use it. */
@FunctionalInterface
interface PathHandler {
    /**
     * Answers a request.
     *
     * @throws io.tspoon.query.QueryException if it cannot be answered; the future may fail with the
     *     same
     */
    CompletableFuture<HttpAnswer> handle(PathRequest request);
}
