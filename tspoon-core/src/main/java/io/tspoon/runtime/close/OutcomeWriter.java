/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.TransactionEncoder;
import io.tspoon.protocol.DecisionBatch;
import io.tspoon.runtime.feedback.CoordinatorLink;
import io.tspoon.runtime.log.CommitLog;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the outcomes of decided attempts to the log of their coordinator, before anybody hears of
 * them. Attempts that are retried leave nothing there. Confined to the mailbox thread.
 */
final class OutcomeWriter {
    private final CommitLog log;
    private final TransactionEncoder encoder;
    private final Map<String, Integer> indices = new HashMap<>();
    private final TypeSerializer<Object>[] keys;
    private final TypeSerializer<Object>[] values;
    private final TypeSerializer<Object> elements;

    @SuppressWarnings({"unchecked", "rawtypes"})
    OutcomeWriter(CommitLog log, List<StateColumns> states, TypeSerializer<?> elementSerializer) {
        this.log = log;
        this.encoder = log.encoder();
        this.keys = new TypeSerializer[states.size()];
        this.values = new TypeSerializer[states.size()];
        for (int i = 0; i < keys.length; i++) {
            indices.put(states.get(i).name(), i);
            keys[i] = (TypeSerializer<Object>) states.get(i).keySerializer();
            values[i] = (TypeSerializer<Object>) states.get(i).valueSerializer();
        }
        this.elements = (TypeSerializer<Object>) elementSerializer;
    }

    /**
     * Logs the outcomes of a batch, and makes its decisions wait until they are durable.
     *
     * @param results of the decisions; null for an attempt that is repeated
     */
    void write(
            DecisionBatch batch,
            List<? extends @Nullable TransactionResult<?>> results,
            CoordinatorLink link)
            throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            TransactionResult<?> result = results.get(i);
            if (result != null) {
                write(result, link.contentHigh(batch.slot(i)), link.contentLow(batch.slot(i)));
            }
        }
        batch.awaitLog(log.flush(batch.number()));
    }

    private void write(TransactionResult<?> result, long contentHigh, long contentLow)
            throws IOException {
        DataOutputSerializer out =
                encoder.begin(
                        result.id().value(),
                        result.timestamp().value(),
                        result.outcome(),
                        result.attempts(),
                        result.key(),
                        contentHigh,
                        contentLow);
        encoder.reasons(result.reasons());
        List<StateUpdate> updates = result.updates();
        encoder.updates(updates.size());
        for (StateUpdate update : updates) {
            int state = Objects.requireNonNull(indices.get(update.operator()));
            Object value = update.value();
            encoder.beginUpdate(state, value == null);
            keys[state].serialize(update.key(), out);
            encoder.endKey();
            if (value != null) {
                values[state].serialize(value, out);
                encoder.endValue();
            }
        }
        List<?> emitted = result.emitted();
        encoder.elements(emitted.size());
        for (Object element : emitted) {
            encoder.beginElement();
            elements.serialize(element, out);
            encoder.endElement();
        }
        encoder.end();
    }
}
