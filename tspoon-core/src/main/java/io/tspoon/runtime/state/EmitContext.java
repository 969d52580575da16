/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.state;

import io.tspoon.runtime.pipeline.AbortCapture;
import io.tspoon.runtime.pipeline.UserContext;
import io.tspoon.transaction.StateContext;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a stateful function emits, kept until it has returned: then the write is reported first. */
final class EmitContext<O> extends UserContext implements StateContext<O> {
    private final @Nullable TypeSerializer<O> copies;
    private final List<O> emitted = new ArrayList<>();

    EmitContext(String operator, AbortCapture capture, @Nullable TypeSerializer<O> copies) {
        super(operator, capture);
        this.copies = copies;
    }

    @Override
    public void emit(O element) {
        Objects.requireNonNull(element, "Cannot emit element: it is null");
        emitted.add(copies == null ? element : copies.copy(element));
    }

    List<O> emitted() {
        return emitted;
    }
}
