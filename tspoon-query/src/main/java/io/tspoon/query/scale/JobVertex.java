/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.flink.directory.GraphMark;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * A vertex of a running job.
 *
 * @param id hexadecimal id
 * @param name names of the operators in it
 * @param parallelism number of its tasks
 * @param slots id of its slot sharing group
 * @param marks what those of its operators say that are of a t-graph
 */
@Internal
public record JobVertex(
        String id,
        String name,
        int parallelism,
        int maxParallelism,
        String slots,
        List<GraphMark> marks) {}
