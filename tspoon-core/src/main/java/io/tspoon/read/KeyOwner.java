/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.apache.flink.util.MathUtils;

/**
 * Computes which instance of a state owns a key, as Flink distributes keyed state.
 *
 * <p>This is a copy of Flink's {@code KeyGroupRangeAssignment}. That class is not public, so only
 * {@code io.tspoon.flink} uses it, which this package does not import. A test compares this copy
 * with the operators' router.
 */
@Internal
public final class KeyOwner {
    private KeyOwner() {}

    /**
     * The index of the instance.
     *
     * @param maxParallelism number of key groups
     * @param parallelism number of instances
     */
    public static int indexOf(Object key, int maxParallelism, int parallelism) {
        int group = MathUtils.murmurHash(key.hashCode()) % maxParallelism;
        return group * parallelism / maxParallelism;
    }
}
