/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.local;

import io.tspoon.query.peer.PeerRequest;

import java.util.concurrent.CompletableFuture;

/**
 * Carries out one operation on the instances in this process. Any thread may use it.
 *
 * @param <Q> request
 * @param <A> answer
 */
@FunctionalInterface
interface InstanceOperation<Q extends PeerRequest<A>, A> {
    /**
     * Answers a request.
     *
     * @param timeoutMs milliseconds after which the answer is useless
     */
    CompletableFuture<A> answer(Q request, long timeoutMs);
}
