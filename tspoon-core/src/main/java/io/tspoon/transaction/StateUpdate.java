/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.transaction;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * One installed update of a committed transaction: the last value that it wrote to one key.
 *
 * <p>Updates travel as part of their {@link TransactionResult}; Flink cannot send one by itself.
 * Map it to a type of your own first.
 *
 * @param state name of the state
 * @param key the key that was written
 * @param value the installed value; null if the key was deleted
 */
@PublicEvolving
@TypeInfo(TypesOfGraph.class)
public record StateUpdate(String state, Object key, @Nullable Object value) {
    public StateUpdate {
        Objects.requireNonNull(state);
        Objects.requireNonNull(key);
    }
}
