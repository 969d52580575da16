/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * What a server asks of another one, or of itself.
 *
 * @param <A> the answer
 */
@Internal
public sealed interface PeerRequest<A>
        permits DescribeRequest,
                StatusRequest,
                OutcomeRequest,
                CoordinatorsRequest,
                CallRequest,
                CallOutcomeRequest,
                OwnersRequest,
                PinRequest,
                SettleRequest,
                UnpinRequest,
                ReadRequest,
                ScanRequest,
                AggregateRequest {
    /** Name of the t-graph that it is about. */
    String graph();
}
