/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.scale;

import io.tspoon.protocol.Timestamps;

import org.apache.flink.annotation.Internal;

/**
 * What somebody wants of a t-graph.
 *
 * @param parallelism of all of its vertices
 * @param whenSlotsCome whether the change is made even if there are too few slots now
 */
@Internal
public record Wanted(int parallelism, boolean whenSlotsCome) {
    /** Instances that a t-graph may have. */
    public static final int HIGHEST = Timestamps.MAX_COORDINATORS;
}
