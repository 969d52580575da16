/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.flink.operator;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.state.internal.InternalValueState;
import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * A keyed state that has a value for each record of the current key.
 *
 * @param <N> type of what tells the records of a key apart
 * @param <T> value type
 */
@Internal
public final class RecordState<N, T> {
    private final InternalValueState<Object, N, T> state;

    RecordState(InternalValueState<Object, N, T> state) {
        this.state = state;
    }

    /** The value; null if there is none. */
    public @Nullable T read(N record) throws IOException {
        state.setCurrentNamespace(record);
        return state.value();
    }

    /** Sets the value; null removes it. */
    public void write(N record, @Nullable T value) throws IOException {
        state.setCurrentNamespace(record);
        if (value == null) {
            state.clear();
        } else {
            state.update(value);
        }
    }
}
