/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.call.CallKey;

import org.apache.flink.annotation.Internal;

/**
 * Asks what became of a call.
 *
 * @param graph name of the t-graph
 * @param coordinator index of the coordinator that owns the key
 * @param key identifies the call
 */
@Internal
public record CallOutcomeRequest(String graph, int coordinator, CallKey key)
        implements PeerRequest<FoundCall> {}
