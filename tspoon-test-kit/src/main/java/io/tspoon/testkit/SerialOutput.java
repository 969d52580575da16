/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.testkit;

import io.tspoon.runtime.exchange.ExchangedValue;
import io.tspoon.runtime.pipeline.PipelineOutput;
import io.tspoon.runtime.plan.Triggered;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Takes what the functions of a serial run send on, through the bytes that would travel. */
final class SerialOutput<R> extends PipelineOutput {
    private final TypeSerializer<R> results;
    private final Map<Integer, SerialState<?, ?, ?, ?>> states = new HashMap<>();
    private @Nullable SerialTransaction<R> current;

    /**
     * @param results reads the elements that leave the t-graph
     */
    SerialOutput(TypeSerializer<R> results) {
        this.results = results;
    }

    void add(int operator, SerialState<?, ?, ?, ?> state) {
        states.put(operator, state);
    }

    void begin(SerialTransaction<R> transaction) {
        current = transaction;
    }

    @Override
    public void beginLate(int coordinator, int slot, long timestamp) {}

    @Override
    public <T> void toState(
            int operator, int instance, boolean mayFail, TypeSerializer<T> serializer, T element)
            throws IOException {
        Objects.requireNonNull(states.get(operator))
                .arrives(Travel.write(serializer, element), mayFail);
    }

    @Override
    public <T> void toResult(TypeSerializer<T> serializer, T element) throws IOException {
        transaction().emit(Travel.read(results, Travel.write(serializer, element)));
    }

    @Override
    public <T> void toTrigger(TypeSerializer<T> serializer, T triggered) throws IOException {
        transaction().trigger((Triggered) Travel.through(serializer, triggered));
    }

    @Override
    public <T> void toOpen(TypeSerializer<T> serializer, T answer) throws IOException {
        transaction().answer((ExchangedValue<?, ?>) Travel.through(serializer, answer));
    }

    private SerialTransaction<R> transaction() {
        return Objects.requireNonNull(current, "no transaction");
    }
}
