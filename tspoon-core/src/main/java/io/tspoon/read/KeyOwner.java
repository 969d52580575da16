/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.util.MathUtils;

/** Says which instance of a state owns a key, the way Flink spreads keyed state. */
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
