/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/** The key groups in which Flink keeps keyed state. */
@Internal
public final class KeyGroups {
    /** The name of Flink's backend, which is the same if a changelog is around it. */
    private static final String ROCKSDB = "rocksdb";

    private final int count;
    private final KeyGroupRange own;

    public KeyGroups(TaskInfo task) {
        this.count = task.getMaxNumberOfParallelSubtasks();
        this.own =
                KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                        count, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
    }

    /** The first key group of the instance. */
    public int firstOwn() {
        return own.getStartKeyGroup();
    }

    /** The number of key groups of the instance, which follow each other. */
    public int ownCount() {
        return own.getNumberOfKeyGroups();
    }

    /** The key group of a key, by its hash code as of now. */
    public int groupOf(Object key) {
        return groupOf(key, count);
    }

    /**
     * The key group of a key.
     *
     * @param count number of key groups
     */
    public static int groupOf(Object key, int count) {
        return KeyGroupRangeAssignment.assignToKeyGroup(key, count);
    }

    /**
     * The index of the instance that has a key group.
     *
     * @param count number of key groups
     * @param parallelism number of instances
     */
    public static int ownerOf(int group, int count, int parallelism) {
        return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(count, parallelism, group);
    }

    /**
     * Whether a {@link KeyScan} of the operator's state gives the keys in the order of the key
     * groups in which they lie. RocksDB does, as there the number of the group is the beginning of
     * what is sorted. A test guards this.
     */
    public static boolean areSorted(AbstractStreamOperator<?> operator) {
        return operator.getKeyedStateBackend().getBackendTypeIdentifier().equals(ROCKSDB);
    }
}
