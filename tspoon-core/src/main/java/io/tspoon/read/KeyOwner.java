/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.util.MathUtils;

/**
 * Says which instance of a state owns a key, the way Flink spreads keyed state.
 *
 * <p>A copy of what Flink's {@code KeyGroupRangeAssignment} does: that is no public class, so only
 * {@code io.tspoon.flink} uses it, which this package does not import. A test compares it with the
 * router that the operators have.
 */
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
