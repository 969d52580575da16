/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.RoutingKey;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import java.io.Serializable;

/**
 * How a state is partitioned.
 *
 * @param function gives the partition of a key
 * @param type of the partitions
 */
record Partitioning<K, P>(PartitionFunction<K, P> function, TypeInformation<P> type)
        implements Serializable {
    /**
     * The same for the engine.
     *
     * @param state its name
     */
    RoutingKey routing(String state) {
        return key -> partition(state, key);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // only keys of the state come here
    private Object partition(String state, Object key) {
        P partition = function.partition((K) key);
        if (partition == null) {
            throw new NullPointerException(
                    "[TSP-1306] Cannot access state: the partition of a key is null, state="
                            + state
                            + ", key="
                            + key
                            + ". Let partitionedBy give one for each key.");
        }
        return partition;
    }
}
