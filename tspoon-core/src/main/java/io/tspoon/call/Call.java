/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.call;

import org.apache.flink.annotation.Internal;

/**
 * A call of a procedure.
 *
 * @param key identifies it
 * @param digestHigh with {@code digestLow} tells different requests apart; not both are 0
 * @param digestLow see {@code digestHigh}
 * @param request of the type that the procedure takes
 * @param after the call's transaction gets a timestamp above this one; 0 if it need not
 * @param awaitsDurable whether the outcome is told only once it is durable, else as soon as it is
 *     certain as long as the job does not fail. With a write-ahead log every outcome that is told
 *     is durable
 */
@Internal
public record Call(
        CallKey key,
        long digestHigh,
        long digestLow,
        Object request,
        long after,
        boolean awaitsDurable) {}
