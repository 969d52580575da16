/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Asks for the status of the coordinators of a t-graph.
 *
 * @param graph name of the t-graph
 */
@Internal
public record StatusRequest(String graph) implements PeerRequest<Statuses> {}
