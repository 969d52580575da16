/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.peer.DescribedProcedure;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * A t-graph with its states.
 *
 * @param job hexadecimal id of its job
 * @param name name of the t-graph
 * @param lacks what it lacks to be read; empty if it is ready
 * @param states its states
 * @param procedures what can be called; none if no server with a coordinator has answered
 */
@Internal
public record DescribedGraph(
        String job,
        String name,
        String lacks,
        List<DescribedState> states,
        List<DescribedProcedure> procedures) {
    public GraphHealth health() {
        return lacks.isEmpty() ? GraphHealth.READY : GraphHealth.NOT_READY;
    }
}
