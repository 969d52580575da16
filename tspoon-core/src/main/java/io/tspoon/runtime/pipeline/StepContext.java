/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.pipeline;

import io.tspoon.runtime.plan.Triggered;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.TransactionContext;
import io.tspoon.transaction.TriggerTarget;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** What a stateless operation sees of its transaction. */
final class StepContext implements TransactionContext {
    private final String operation;
    private final AbortCapture capture;
    private final Triggering triggering;
    private final PipelineOutput output;

    /**
     * @param output takes what is triggered
     */
    StepContext(
            String operation, AbortCapture capture, Triggering triggering, PipelineOutput output) {
        this.operation = operation;
        this.capture = capture;
        this.triggering = triggering;
        this.output = output;
    }

    @Override
    public void abort(@Nullable String reason, @Nullable Object... details) {
        capture.abort(AbortReasons.byUser(operation, "", reason, details));
    }

    @Override
    public <T> void trigger(TriggerTarget<T> entrance, T element) {
        Triggered triggered = triggering.keep(entrance, element);
        AbortReason refusal = triggering.refusal(operation, "");
        if (refusal != null) {
            capture.abort(refusal);
        }
        TypeSerializer<Object> serializer = Objects.requireNonNull(triggering.serializer());
        try {
            output.toTrigger(serializer, triggered);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "[TSP-2273] Cannot write element that is triggered, operation=" + operation, e);
        }
    }
}
