/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * How parallel a t-graph is, and how it is being changed.
 *
 * @param graph its vertices
 * @param bounds how many tasks each vertex may have
 * @param change the last change that was made here; null if none was
 */
@Internal
public record GraphParallelism(
        String job, ScaledGraph graph, Bounds bounds, @Nullable Change change) {}
