/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.client;

import org.apache.flink.annotation.PublicEvolving;

import java.util.List;

/**
 * A t-graph that can be read.
 *
 * @param job id of its job
 * @param jobName name of the job
 * @param name name of the t-graph
 * @param ready whether all of it can be read at the moment
 * @param states names of its states
 */
@PublicEvolving
public record GraphSummary(
        String job, String jobName, String name, boolean ready, List<String> states) {}
