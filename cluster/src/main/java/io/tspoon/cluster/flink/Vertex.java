/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.util.List;

/**
 * A vertex of a running job.
 *
 * @param name names of the operators that are chained in it
 * @param taskManagers TaskManager of each subtask, by index of the subtask
 */
public record Vertex(String id, String name, int parallelism, List<String> taskManagers) {}
