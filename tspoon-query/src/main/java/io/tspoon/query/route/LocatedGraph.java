/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.query.bound.TimeLimit;
import io.tspoon.read.JobLayout;

/**
 * A t-graph for one request: where it is, as far as is known when that is tried.
 *
 * @param layout where instances are, as far as is known
 * @param graph name of the t-graph
 * @param time when the request has to be finished
 */
record LocatedGraph(Layout layout, String graph, TimeLimit time) {
    /** A state of the t-graph; fails if there is none. */
    JobLayout.State state(String name) {
        return layout.state(graph, name);
    }

    /** Fails if the t-graph cannot be read. */
    void requireReady() {
        layout.requireReady(graph);
    }
}
