/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Asks which instances own keys.
 *
 * @param graph name of the t-graph
 * @param state name of the state
 * @param keys the keys
 */
@Internal
public record OwnersRequest(String graph, String state, List<JsonNode> keys)
        implements PeerRequest<OwnerIndexes> {}
