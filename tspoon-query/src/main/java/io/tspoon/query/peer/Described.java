/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.peer;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The instances of a t-graph at a server.
 *
 * @param instances one description for each
 * @param procedures what coordinators there can be called for
 */
@Internal
public record Described(List<DescribedInstance> instances, List<DescribedProcedure> procedures) {
    /** Instances at a server without procedures. */
    public Described(List<DescribedInstance> instances) {
        this(instances, List.of());
    }
}
