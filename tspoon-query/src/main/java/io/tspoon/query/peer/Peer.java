/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.concurrent.CompletableFuture;

/** A server that has instances: this one or another. */
@Internal
public interface Peer {
    /**
     * Carries out an operation.
     *
     * @param timeoutMs milliseconds after which the answer is useless
     * @return the answer; fails with a {@link io.tspoon.query.QueryException}, MOVED if the server
     *     cannot be reached
     */
    <A> CompletableFuture<A> call(PeerRequest<A> request, long timeoutMs);
}
