/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.TransactionEncoder;
import io.tspoon.runtime.batch.Batch;
import io.tspoon.runtime.feedback.AttemptDescriptions;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Writes the outcomes of transactions as records of a log. Confined to the mailbox thread. */
final class OutcomeEncoder {
    private final CommitLog log;
    private final AttemptDescriptions known;
    private final TransactionEncoder encoder;
    private final String[] names;
    private final TypeSerializer<Object>[] keys;
    private final TypeSerializer<Object>[] values;
    private final TypeSerializer<Object> elements;
    private final @Nullable InputColumn inputs;
    private final int maxInputBytes;

    /**
     * By state: whether an element that is a value of the state is serialized in the same way as
     * the value.
     */
    private final boolean[] valuesAsElements;

    /**
     * @param log of the coordinator
     * @param known describes the attempts
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    OutcomeEncoder(CommitLog log, AttemptDescriptions known, ClosePlan<?> plan) {
        List<StateColumns> states = plan.states();
        TypeSerializer<?> elementSerializer = plan.elementSerializer();
        this.log = log;
        this.known = known;
        this.encoder = log.encoder();
        this.names = new String[states.size()];
        this.valuesAsElements = new boolean[states.size()];
        this.keys = new TypeSerializer[states.size()];
        this.values = new TypeSerializer[states.size()];
        for (int i = 0; i < keys.length; i++) {
            names[i] = states.get(i).name();
            valuesAsElements[i] = states.get(i).valueSerializer().equals(elementSerializer);
            keys[i] = (TypeSerializer<Object>) states.get(i).keySerializer();
            values[i] = (TypeSerializer<Object>) states.get(i).valueSerializer();
        }
        this.elements = (TypeSerializer<Object>) elementSerializer;
        this.inputs = plan.inputs();
        this.maxInputBytes = plan.settings().maxOutcomeBytes();
    }

    /** Writes the outcome of one transaction. A flush of the log must follow. */
    void write(TransactionResult<?> result, int slot) throws IOException {
        log.flushIfLarge();
        Object input = result.input();
        Batch batch = known.batch(slot);
        DataOutputSerializer out =
                encoder.begin(
                        result.id().value(),
                        result.timestamp().value(),
                        result.outcome(),
                        result.attempts(),
                        result.entrance(),
                        result.key(),
                        known.contentHigh(slot),
                        known.contentLow(slot),
                        known.time(slot),
                        input != null,
                        batch != null);
        encoder.reasons(result.reasons());
        List<StateUpdate> updates = result.updates();
        encoder.updates(updates.size());
        List<?> emitted = result.emitted();
        boolean valuesEmitted = !emitted.isEmpty() && emitted.size() == updates.size();
        for (int i = 0; i < updates.size(); i++) {
            StateUpdate update = updates.get(i);
            int state = stateOf(update.state());
            Object value = update.value();
            encoder.beginUpdate(state, value == null);
            keys[state].serialize(update.key(), out);
            encoder.endKey();
            if (value != null) {
                values[state].serialize(value, out);
                encoder.endValue();
            }
            valuesEmitted =
                    valuesEmitted
                            && value != null
                            && emitted.get(i) == value
                            && valuesAsElements[state];
        }
        if (valuesEmitted) {
            encoder.elementsAreValues();
        } else {
            writeElements(emitted, out);
        }
        if (batch != null) {
            writeBatch(batch, result.elements());
        }
        if (input != null) {
            encoder.beginInput();
            Objects.requireNonNull(inputs).write(result.entrance(), input, out);
            encoder.endInput(maxInputBytes);
        }
        encoder.end();
    }

    private void writeBatch(Batch batch, List<? extends BatchElement<?>> elements)
            throws IOException {
        encoder.batch(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            encoder.batchElement(batch.identities().get(i), elements.get(i).emitted().size());
        }
        encoder.rejected(elements.size(), place -> elements.get(place).reasons());
    }

    private void writeElements(List<?> emitted, DataOutputSerializer out) throws IOException {
        encoder.elements(emitted.size());
        for (Object element : emitted) {
            encoder.beginElement();
            elements.serialize(element, out);
            encoder.endElement();
        }
    }

    private int stateOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) { // most often the same object
                return i;
            }
        }
        throw new IllegalStateException(
                "[TSP-3018] Cannot log update: unknown state, name=" + name);
    }
}
