/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

/**
 * Asks for types and sizes of the instances of a t-graph.
 *
 * @param graph name of the t-graph
 * @param size whether to count keys
 */
@Internal
public record DescribeRequest(String graph, Size size) implements PeerRequest<Described> {
    /** Counting takes a while. */
    public enum Size {
        COUNTED,
        LEFT_OUT
    }
}
