/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api;

import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/**
 * Gives the part of a value that an {@linkplain StateSpec#index index} is about. Serialized with
 * the job, like functions.
 *
 * @param <V> value type
 * @param <P> type of the part
 */
@PublicEvolving
@FunctionalInterface
public interface IndexFunction<V, P extends Comparable<? super P>> extends Serializable {
    /**
     * Returns the part, or null if the value has none. Must depend on nothing but the value. If it
     * throws an exception, so does the access that writes the value, as with a {@link Constraint}.
     *
     * @param value never null
     */
    @Nullable P part(V value);
}
