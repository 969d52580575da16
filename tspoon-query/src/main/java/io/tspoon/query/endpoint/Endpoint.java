/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.endpoint;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;

/** Answers requests. Any thread may use it. */
@Internal
public interface Endpoint {
    /**
     * Decides on a request before its body is read.
     *
     * @param head the request without its body
     * @return the answer that refuses the body; null if the body may be read
     */
    @Nullable HttpAnswer refuseBody(HttpCall head);

    /** Answers a request; never fails. */
    CompletableFuture<HttpAnswer> handle(HttpCall call);
}
