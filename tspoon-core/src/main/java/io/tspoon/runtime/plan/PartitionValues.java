/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.plan;

import io.tspoon.index.IndexDefinition;
import io.tspoon.index.IndexRange;
import io.tspoon.transaction.Timers;
import io.tspoon.transaction.ValueAccess;

import org.apache.flink.annotation.Internal;

import java.util.List;

/**
 * The values of a partition, as one access sees them. Of an operator whose states are partitioned,
 * what an {@link AccessFunction} gets as the accessed value is such an object.
 */
@Internal
public interface PartitionValues {
    /** What the elements are partitioned by. */
    Object partition();

    /**
     * The value of a key in a state.
     *
     * @param place of the state in the operator
     * @throws IllegalArgumentException if the key belongs to another partition
     */
    <V> ValueAccess<V> value(int place, Object key);

    /**
     * The timers of a key in a state; the parameters are those of {@link #value}.
     *
     * @throws IllegalStateException if nothing says what is done when one is due
     */
    Timers timers(int place, Object key);

    /**
     * The keys of the partition that an index of a state has in a range, as the access sees them:
     * in the order of what the index is about, and then in that of the keys.
     *
     * @param place of the state in the operator
     * @param index of the state
     * @param most the most keys
     */
    List<Object> keys(
            int place, IndexDefinition index, IndexRange range, boolean descending, int most);
}
