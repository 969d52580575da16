/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.server;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/** Answers requests. Any thread may use it. */
interface Endpoint {
    /**
     * Looks at a request whose body has not been taken yet.
     *
     * @param head the request, without its body
     * @return why its body is not taken; null if it is
     */
    @Nullable HttpAnswer refuseBody(HttpCall head);

    /** Answers a request; never fails. */
    CompletableFuture<HttpAnswer> handle(HttpCall call);
}
