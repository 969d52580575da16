/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.annotation.Internal;

import java.util.List;
import java.util.Optional;

/**
 * Reads keys.
 *
 * @param graph name of the t-graph
 * @param point which values to read
 * @param reads the instances and their keys
 * @param maxBytes maximum size of the values; if they are larger the answer is empty
 */
@Internal
public record ReadRequest(String graph, ReadPoint point, List<KeysOfInstance> reads, long maxBytes)
        implements PeerRequest<Optional<ReadValues>> {
    /**
     * Keys of an instance.
     *
     * @param instance the instance, which owns the keys
     * @param keys the keys
     */
    public record KeysOfInstance(InstanceName instance, List<JsonNode> keys) {}
}
