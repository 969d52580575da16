/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Gives up a pin.
 *
 * @param graph name of the t-graph
 * @param pin id of the pin
 * @param instances the instances
 */
@Internal
public record UnpinRequest(String graph, long pin, List<InstanceName> instances)
        implements PeerRequest<Done> {}
