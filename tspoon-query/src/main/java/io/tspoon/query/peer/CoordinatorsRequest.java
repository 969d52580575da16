/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import io.tspoon.call.CallKey;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Asks which coordinators take calls at a server, and which ones own keys.
 *
 * @param graph name of the t-graph
 * @param keys keys whose owners are asked for; may be empty
 */
@Internal
public record CoordinatorsRequest(String graph, List<CallKey> keys)
        implements PeerRequest<Coordinators> {}
