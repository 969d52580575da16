/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink;

import io.tspoon.runtime.plan.KeyRouter;
import io.tspoon.runtime.plan.Owners;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.util.MathUtils;

import java.util.stream.IntStream;

/** Routes keys by Flink's key groups. */
enum KeyGroupRouter implements KeyRouter {
    INSTANCE;

    @Override
    public Owners owners(TaskInfo task) {
        return owners(task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
    }

    /**
     * Looks up owners in a table: a division for each fragment would take longer than all the rest.
     */
    static Owners owners(int maxParallelism, int parallelism) {
        int[] owners =
                IntStream.range(0, maxParallelism)
                        .map(
                                keyGroup ->
                                        KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
                                                maxParallelism, parallelism, keyGroup))
                        .toArray();
        int mask = maxParallelism - 1;
        return (maxParallelism & mask) == 0
                ? key -> owners[MathUtils.murmurHash(key.hashCode()) & mask]
                : key -> owners[KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism)];
    }
}
