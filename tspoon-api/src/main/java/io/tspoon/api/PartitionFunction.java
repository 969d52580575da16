/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;

import java.io.Serializable;

/**
 * Gives the partition of a key of a state.
 *
 * @param <K> type of the keys
 * @param <P> type of the partitions
 */
@PublicEvolving
@FunctionalInterface
public interface PartitionFunction<K, P> extends Serializable {
    /**
     * Returns the partition, never null. Must depend on nothing but the value of the key, and must
     * never change: it says where the value is.
     */
    P partition(K key);
}
