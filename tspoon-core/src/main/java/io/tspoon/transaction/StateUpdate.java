/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * One installed update of a committed transaction: the last value it wrote to one key.
 *
 * <p>It is part of a {@link TransactionResult}, and cannot be sent by itself: map it to a type of
 * your own.
 *
 * @param state name of the state that was written
 * @param key the key that was written
 * @param value the value that was installed; null when the key was deleted
 */
@TypeInfo(TypesOfGraph.class)
public record StateUpdate(String state, Object key, @Nullable Object value) {
    public StateUpdate {
        Objects.requireNonNull(state);
        Objects.requireNonNull(key);
    }
}
