/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * A t-graph in a list.
 *
 * @param job hexadecimal id of its job
 * @param jobName name of its job
 * @param name name of the t-graph
 * @param health whether it can be read
 * @param states names of its states
 */
@Internal
public record ListedGraph(
        String job, String jobName, String name, GraphHealth health, List<String> states) {}
