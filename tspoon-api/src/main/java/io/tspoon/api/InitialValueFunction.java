/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.Function;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * Gives the value of a key that has none, such as {@code key -> new Account(key, 0)}.
 *
 * <p>Called whenever such a key is read, by transactions and by queries, in any process, and also
 * when a crash has undone what was read before. So it must give equal values for equal keys: no
 * clock, no random numbers, nothing that can be changed outside. If it throws, it does so like the
 * function that reads the value.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
@PublicEvolving
@FunctionalInterface
public interface InitialValueFunction<K, V> extends Function, Serializable {
    /**
     * Returns the initial value of a key; null if it has none. The object may be shared: who gets
     * it gets a copy, unless its type is immutable.
     */
    @Nullable V initialValue(K key);
}
