/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.route;

import io.tspoon.index.IndexStatus;
import io.tspoon.query.peer.EntrySchemas;
import io.tspoon.query.peer.StateRules;

import org.apache.flink.annotation.Internal;

import java.util.List;
import java.util.OptionalLong;

/**
 * A state of a t-graph.
 *
 * @param name name of the state
 * @param parallelism number of its instances
 * @param readyInstances number of the instances that can be read
 * @param schemas what its entries look like; anything if no instance has answered
 * @param rules what the job says of it; nothing if no instance has answered
 * @param keys number of its keys; empty if it is not known of all instances
 * @param indexes its indexes over all instances
 */
@Internal
public record DescribedState(
        String name,
        int parallelism,
        int readyInstances,
        EntrySchemas schemas,
        StateRules rules,
        OptionalLong keys,
        List<IndexStatus> indexes) {}
