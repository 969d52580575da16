/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * Asks for calls to be executed by coordinators at one server.
 *
 * @param graph name of the t-graph
 * @param after timestamp above which their transactions get theirs; 0 for none
 * @param awaitsDurable whether to tell an outcome only once it is durable
 * @param waitMs how long to wait for their outcomes, in milliseconds
 * @param calls the calls
 */
@Internal
public record CallRequest(
        String graph, long after, boolean awaitsDurable, long waitMs, List<RoutedCall> calls)
        implements PeerRequest<CallReplies> {}
