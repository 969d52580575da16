/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import io.tspoon.runtime.plan.PartitionValues;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.PublicEvolving;

import java.util.Arrays;

/**
 * A partition of states that are {@linkplain StateSpec#partitionedBy partitioned} alike, as a
 * {@link PartitionProcedure} sees it. To be used only while that runs.
 */
@PublicEvolving
public final class Partition {
    private final PartitionValues values;
    private final PartitionStates states;

    Partition(PartitionValues values, PartitionStates states) {
        this.values = values;
        this.states = states;
    }

    /**
     * Returns access to the value of a key. Any key of the partition will do, and any number of
     * them; which, may depend on what other values are.
     *
     * @param state one of those that the procedure was given
     * @param key a key of this partition
     * @throws IllegalArgumentException if the key belongs to another partition, or the procedure
     *     was not given the state; fails the job, or aborts a call
     */
    public <K, V> ValueAccess<V> of(StateSpec<K, V> state, K key) {
        return values.value(states.placeOf(state.name()), key);
    }

    /** Returns what the states are partitioned by here. */
    @Override
    public String toString() {
        return "Partition["
                + values.partition()
                + ", states="
                + Arrays.asList(states.names())
                + "]";
    }
}
