/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.cluster.flink;

import java.util.List;

/**
 * A vertex of a running job.
 *
 * @param name operators that were chained
 * @param taskManagers where each subtask runs, by index of the subtask
 */
public record Vertex(String id, String name, int parallelism, List<String> taskManagers) {}
