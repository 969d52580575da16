/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Pins instances.
 *
 * @param graph name of the t-graph
 * @param pin id of the pin
 * @param leaseMs for how long, in milliseconds
 * @param instances the instances
 */
@Internal
public record PinRequest(String graph, long pin, long leaseMs, List<InstanceName> instances)
        implements PeerRequest<Pinned> {}
