/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionCodes;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Writes and reads {@link TransactionResult}s.
 *
 * <pre>
 *  bytes   field
 *  8       id
 *  n       key of the transaction, as a string of any length (StringValue)
 *  8       execution timestamp
 *  1       outcome, as in {@link TransactionCodes}
 *  4       attempts
 *  4       number of reasons, each: kind as a byte, as in {@link TransactionCodes}, then
 *          operator, key, rule, detail as strings
 *  4       number of updates, each: index of the state, key, 1 if a value follows, value
 *  4       number of emitted elements, each as its serializer writes it
 *  1       number of the entrance, from 1, or 0 for none; only if the t-graph has entrances with
 *          names
 *  1       1 if the input element follows, which its serializer writes; only if the t-graph returns
 *          inputs
 *  4       number of elements of the batch, each: key as a string, number of emitted elements that
 *          come from it (4), all bits of which are inverted if the element was rejected; then
 *          reasons follow, as above. Only if there are batches. What comes from the first element
 *          is the first of what was emitted, and so on
 * </pre>
 *
 * @param <T> type of the emitted elements
 */
@Internal
public final class TransactionResultSerializer<T> extends TypeSerializer<TransactionResult<T>> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> element;
    private final String[] states;
    private final TypeSerializer<Object>[] keys;
    private final TypeSerializer<Object>[] values;

    /** Names of the entrances, by number; empty if there is one without a name. */
    private final String[] entrances;

    private final @Nullable InputColumn inputs;

    /** Whether there are batches. */
    private final boolean batches;

    /**
     * @param element serializer of the emitted elements
     * @param states names of the states
     * @param keys serializers of the keys, by state
     * @param values serializers of the values, by state
     * @param entrances names of the entrances, by number; empty if there is one without a name
     * @param inputs writes the elements that results give back; null if they give none back
     */
    public TransactionResultSerializer(
            TypeSerializer<T> element,
            String[] states,
            TypeSerializer<Object>[] keys,
            TypeSerializer<Object>[] values,
            String[] entrances,
            @Nullable InputColumn inputs) {
        this(element, states, keys, values, entrances, inputs, false);
    }

    /**
     * As above.
     *
     * @param batches whether there are batches
     */
    TransactionResultSerializer(
            TypeSerializer<T> element,
            String[] states,
            TypeSerializer<Object>[] keys,
            TypeSerializer<Object>[] values,
            String[] entrances,
            @Nullable InputColumn inputs,
            boolean batches) {
        this.batches = batches;
        this.inputs = inputs;
        this.element = element;
        this.entrances = entrances;
        this.states = states;
        this.keys = keys;
        this.values = values;
    }

    /** The serializer of elements, then those of keys and values, state by state. */
    TypeSerializer<?>[] nested() {
        TypeSerializer<?>[] nested = new TypeSerializer<?>[1 + 2 * states.length];
        nested[0] = element;
        for (int i = 0; i < states.length; i++) {
            nested[1 + 2 * i] = keys[i];
            nested[2 + 2 * i] = values[i];
        }
        return nested;
    }

    String[] states() {
        return states;
    }

    String[] entrances() {
        return entrances;
    }

    @Nullable InputColumn inputs() {
        return inputs;
    }

    boolean batches() {
        return batches;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static <T> TransactionResultSerializer<T> of(
            String[] states,
            TypeSerializer<?>[] nested,
            String[] entrances,
            @Nullable InputColumn inputs,
            boolean batches) {
        TypeSerializer<Object>[] keys = new TypeSerializer[states.length];
        TypeSerializer<Object>[] values = new TypeSerializer[states.length];
        for (int i = 0; i < states.length; i++) {
            keys[i] = (TypeSerializer<Object>) nested[1 + 2 * i];
            values[i] = (TypeSerializer<Object>) nested[2 + 2 * i];
        }
        return new TransactionResultSerializer<>(
                (TypeSerializer<T>) nested[0], states, keys, values, entrances, inputs, batches);
    }

    @Override
    public void serialize(TransactionResult<T> result, DataOutputView out) throws IOException {
        out.writeLong(result.id().value());
        StringValue.writeString(result.key(), out);
        out.writeLong(result.timestamp().value());
        out.writeByte(TransactionCodes.code(result.outcome()));
        out.writeInt(result.attempts());
        writeReasons(result.reasons(), out);
        out.writeInt(result.updates().size());
        for (StateUpdate update : result.updates()) {
            int state = stateOf(update);
            out.writeInt(state);
            keys[state].serialize(update.key(), out);
            Object value = update.value();
            out.writeBoolean(value != null);
            if (value != null) {
                values[state].serialize(value, out);
            }
        }
        out.writeInt(result.emitted().size());
        for (T emitted : result.emitted()) {
            element.serialize(emitted, out);
        }
        if (entrances.length > 0) {
            out.writeByte(entranceOf(result));
        }
        if (inputs != null) {
            Object input = result.input();
            out.writeBoolean(input != null);
            if (input != null) {
                inputs.write(result.entrance(), input, out);
            }
        }
        if (batches) {
            out.writeInt(result.elements().size());
            for (BatchElement<T> part : result.elements()) {
                writePart(part, out);
            }
        }
    }

    private static void writePart(BatchElement<?> part, DataOutputView out) throws IOException {
        StringValue.writeString(part.key(), out);
        int emitted = part.emitted().size();
        if (part.isRejected()) {
            out.writeInt(~emitted);
            writeReasons(part.reasons(), out);
        } else {
            out.writeInt(emitted);
        }
    }

    private static void writeReasons(List<AbortReason> reasons, DataOutputView out)
            throws IOException {
        out.writeInt(reasons.size());
        for (AbortReason reason : reasons) {
            out.writeByte(TransactionCodes.code(reason.kind()));
            StringValue.writeString(reason.operator(), out);
            StringValue.writeString(reason.key(), out);
            StringValue.writeString(reason.rule(), out);
            StringValue.writeString(reason.detail(), out);
        }
    }

    @Override
    public TransactionResult<T> deserialize(DataInputView in) throws IOException {
        TransactionId id = new TransactionId(in.readLong());
        String key = StringValue.readString(in);
        ExecutionTimestamp timestamp = new ExecutionTimestamp(in.readLong());
        Outcome outcome = TransactionCodes.outcome(in.readUnsignedByte());
        int attempts = in.readInt();
        List<AbortReason> reasons = readReasons(in);
        int updateCount = in.readInt();
        List<StateUpdate> updates = new ArrayList<>(updateCount);
        for (int i = 0; i < updateCount; i++) {
            int state = in.readInt();
            Object stateKey = keys[state].deserialize(in);
            Object value = in.readBoolean() ? values[state].deserialize(in) : null;
            updates.add(new StateUpdate(states[state], stateKey, value));
        }
        int emittedCount = in.readInt();
        List<T> emitted = new ArrayList<>(emittedCount);
        for (int i = 0; i < emittedCount; i++) {
            emitted.add(element.deserialize(in));
        }
        String entrance = entrances.length > 0 ? entrance(in.readUnsignedByte()) : "";
        Object input = inputs != null && in.readBoolean() ? inputs.read(in) : null;
        return new TransactionResult<>(
                id,
                entrance,
                key,
                timestamp,
                outcome,
                attempts,
                reasons,
                updates,
                emitted,
                input,
                batches ? parts(in, emitted) : List.of());
    }

    private static List<AbortReason> readReasons(DataInputView in) throws IOException {
        int count = in.readInt();
        List<AbortReason> reasons = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            reasons.add(
                    new AbortReason(
                            TransactionCodes.kind(in.readUnsignedByte()),
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in),
                            StringValue.readString(in)));
        }
        return reasons;
    }

    private static <T> List<BatchElement<T>> parts(DataInputView in, List<T> emitted)
            throws IOException {
        int count = in.readInt();
        List<BatchElement<T>> parts = new ArrayList<>(count);
        int from = 0;
        for (int i = 0; i < count; i++) {
            String key = StringValue.readString(in);
            int written = in.readInt();
            int to = from + (written < 0 ? ~written : written);
            List<AbortReason> reasons = written < 0 ? readReasons(in) : List.of();
            parts.add(new BatchElement<>(key, List.copyOf(emitted.subList(from, to)), reasons));
            from = to;
        }
        return parts;
    }

    /** The same parts of what is a copy. */
    private static <T> List<BatchElement<T>> copyOfParts(
            List<BatchElement<T>> parts, List<T> emitted) {
        List<BatchElement<T>> copies = new ArrayList<>(parts.size());
        int from = 0;
        for (BatchElement<T> part : parts) {
            int to = from + part.emitted().size();
            copies.add(
                    new BatchElement<>(
                            part.key(), List.copyOf(emitted.subList(from, to)), part.reasons()));
            from = to;
        }
        return copies;
    }

    @Override
    public TransactionResult<T> copy(TransactionResult<T> from) {
        List<StateUpdate> updates = new ArrayList<>(from.updates().size());
        for (StateUpdate update : from.updates()) {
            int state = stateOf(update);
            updates.add(
                    new StateUpdate(
                            update.state(),
                            keys[state].copy(update.key()),
                            copyOf(update.value(), values[state])));
        }
        List<T> emitted = new ArrayList<>(from.emitted().size());
        for (T one : from.emitted()) {
            emitted.add(element.copy(one));
        }
        return new TransactionResult<>(
                from.id(),
                from.entrance(),
                from.key(),
                from.timestamp(),
                from.outcome(),
                from.attempts(),
                from.reasons(),
                updates,
                emitted,
                copyOfInput(from),
                from.elements().isEmpty() ? List.of() : copyOfParts(from.elements(), emitted));
    }

    private @Nullable Object copyOfInput(TransactionResult<T> from) {
        Object input = from.input();
        return inputs == null || input == null ? input : inputs.copy(from.entrance(), input);
    }

    private static @Nullable Object copyOf(
            @Nullable Object value, TypeSerializer<Object> serializer) {
        return value == null ? null : serializer.copy(value);
    }

    /** A result of a program in which the t-graph had one entrance, without a name, has none. */
    private int entranceOf(TransactionResult<T> result) {
        String name = result.entrance();
        int number = name.isEmpty() ? 0 : 1 + Arrays.asList(entrances).indexOf(name);
        if (number == 0 && !name.isEmpty()) {
            throw new IllegalArgumentException(
                    "[TSP-2408] Cannot write result: unknown entrance, entrance="
                            + name
                            + ", known="
                            + Arrays.toString(entrances));
        }
        return number;
    }

    private String entrance(int number) {
        return number == 0 ? "" : entrances[number - 1];
    }

    private int stateOf(StateUpdate update) {
        for (int i = 0; i < states.length; i++) {
            if (states[i].equals(update.state())) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                "[TSP-2406] Cannot write update: unknown state, state="
                        + update.state()
                        + ", known="
                        + Arrays.toString(states));
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<TransactionResult<T>> duplicate() {
        TypeSerializer<?>[] nested = nested();
        for (int i = 0; i < nested.length; i++) {
            nested[i] = nested[i].duplicate();
        }
        return of(states, nested, entrances, inputs == null ? null : inputs.duplicate(), batches);
    }

    @Override
    public TransactionResult<T> createInstance() {
        return new TransactionResult<>(
                new TransactionId(0),
                "",
                new ExecutionTimestamp(0),
                Outcome.ABORTED,
                1,
                List.of(),
                List.of(),
                List.of());
    }

    @Override
    public TransactionResult<T> copy(TransactionResult<T> from, TransactionResult<T> reuse) {
        return copy(from);
    }

    @Override
    public TransactionResult<T> deserialize(TransactionResult<T> reuse, DataInputView in)
            throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransactionResultSerializer<?> that
                && Arrays.equals(states, that.states)
                && Arrays.equals(entrances, that.entrances)
                && Objects.equals(inputs, that.inputs)
                && batches == that.batches
                && Arrays.equals(nested(), that.nested());
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(states) + Arrays.hashCode(nested());
    }

    @Override
    public TypeSerializerSnapshot<TransactionResult<T>> snapshotConfiguration() {
        return new TransactionResultSerializerSnapshot<>(this);
    }
}
