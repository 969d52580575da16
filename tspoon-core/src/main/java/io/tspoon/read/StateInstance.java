/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.read;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.Function;

/**
 * Describes an instance of a state.
 *
 * @param graph name of the t-graph
 * @param state name of the state
 * @param index of the instance
 * @param parallelism number of instances
 * @param maxParallelism number of key groups
 * @param incarnation random number, drawn anew by each attempt of the instance
 * @param keyType type of the keys
 * @param valueType type of the values
 * @param initialValue gives the value of a key that has none; null if there is no such value
 * @param initialOfAll that value if it is the same for all keys; null if it is not, or there is
 *     none
 * @param constraint integrity constraint in words; empty if there is none
 * @param partitions gives of a key by what it is spread: its partition, or the key itself
 * @param retention how far back snapshots can be read that nobody has pinned
 * @param <K> key type
 * @param <V> value type
 */
@Internal
public record StateInstance<K, V>(
        String graph,
        String state,
        int index,
        int parallelism,
        int maxParallelism,
        long incarnation,
        TypeInformation<K> keyType,
        TypeInformation<V> valueType,
        Function<? super K, ? extends @Nullable V> initialValue,
        @Nullable V initialOfAll,
        String constraint,
        Function<? super K, ?> partitions,
        Duration retention) {
    /** An instance of a state whose keys are spread by themselves. */
    public StateInstance(
            String graph,
            String state,
            int index,
            int parallelism,
            int maxParallelism,
            long incarnation,
            TypeInformation<K> keyType,
            TypeInformation<V> valueType,
            Function<? super K, ? extends @Nullable V> initialValue,
            @Nullable V initialOfAll,
            String constraint,
            Duration retention) {
        this(
                graph,
                state,
                index,
                parallelism,
                maxParallelism,
                incarnation,
                keyType,
                valueType,
                initialValue,
                initialOfAll,
                constraint,
                Function.identity(),
                retention);
    }

    /** The index of the instance that owns a key. */
    public int ownerOf(K key) {
        return KeyOwner.indexOf(partitions.apply(key), maxParallelism, parallelism);
    }
}
