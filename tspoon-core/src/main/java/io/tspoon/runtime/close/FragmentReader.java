/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.close;

import io.tspoon.log.InputIdentity;
import io.tspoon.log.LoggedElement;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.LoggedUpdate;
import io.tspoon.runtime.exchange.ExchangedValueSerializer;
import io.tspoon.runtime.pipeline.FragmentWriter;
import io.tspoon.runtime.plan.InputColumn;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.runtime.plan.Triggered;
import io.tspoon.runtime.shape.PartitionShape;
import io.tspoon.runtime.shape.RecordWays;
import io.tspoon.runtime.shape.WrittenPlaces;
import io.tspoon.runtime.transport.AbortReasonCodec;
import io.tspoon.runtime.transport.FragmentCursor;
import io.tspoon.runtime.transport.FragmentRows;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads the payload of the fragments that go to the close operator; the counterpart of {@code
 * FragmentWriter}.
 */
final class FragmentReader<T> {
    private final AbortReasonCodec reasons = new AbortReasonCodec();
    private final String[] names;
    private final TypeSerializer<?>[] keySerializers;
    private final TypeSerializer<?>[] valueSerializers;
    private final TypeSerializer<T> elementSerializer;
    private final @Nullable InputColumn inputs;

    /** By operator: reads what it gives to functions in open, if it does. */
    private final List<ExchangedValueSerializer<?, ?>> answerSerializers = new ArrayList<>();

    /** By operator: reads what accesses report as written. */
    private final List<WriteReader<T>> writeReaders = new ArrayList<>();

    FragmentReader(ClosePlan<T> plan) {
        List<StateColumns> states = plan.states();
        int count = states.size();
        this.names = new String[count];
        this.keySerializers = new TypeSerializer<?>[count];
        this.valueSerializers = new TypeSerializer<?>[count];
        for (int i = 0; i < count; i++) {
            names[i] = states.get(i).name();
            keySerializers[i] = states.get(i).keySerializer();
            valueSerializers[i] = states.get(i).valueSerializer();
        }
        this.elementSerializer = plan.elementSerializer();
        this.inputs = plan.inputs();
        int[][] byOperator = StateColumns.byOperator(states);
        for (int operator = 0; operator < byOperator.length; operator++) {
            int[] ofOperator = byOperator[operator];
            int state = ofOperator[0];
            answerSerializers.add(
                    new ExchangedValueSerializer<>(keySerializers[state], valueSerializers[state]));
            writeReaders.add(plan.shapes().get(operator).ways(new WriteReaders(ofOperator)));
        }
    }

    /** Reads what an access reports as written. */
    void readWrite(int operator, FragmentCursor fragment, ResultBuilder<T> result)
            throws IOException {
        writeReaders.get(operator).read(fragment, result);
    }

    /** Reads what accesses of one operator report as written. */
    private interface WriteReader<T> {
        void read(FragmentCursor fragment, ResultBuilder<T> result) throws IOException;
    }

    /** Makes what reads the reports of an operator. */
    private final class WriteReaders implements RecordWays<WriteReader<T>> {
        private final int[] states;

        /**
         * @param states of the operator, by place
         */
        WriteReaders(int[] states) {
            this.states = states;
        }

        @Override
        public WriteReader<T> perKey(WrittenReader written) {
            return (fragment, result) -> readKey(states, written, fragment, result);
        }

        @Override
        public WriteReader<T> perPartition() {
            return (fragment, result) -> readRecords(states, fragment, result);
        }
    }

    /**
     * Reads the writes to one key and, if the written value is also an emitted element, that
     * element.
     */
    private void readKey(
            int[] states,
            RecordWays.WrittenReader written,
            FragmentCursor fragment,
            ResultBuilder<T> result)
            throws IOException {
        DataInputDeserializer in = fragment.payload();
        int from = in.getPosition();
        Object key = keySerializers[states[0]].deserialize(in);
        boolean again = fragment.isRewritten();
        result.addBytes(FragmentWriter.repeatedKeyBytes(states.length, in.getPosition() - from));
        Object value = null;
        for (long places = written.read(in, fragment.isDeleted());
                !WrittenPlaces.isEmpty(places);
                places = WrittenPlaces.further(places)) {
            int place = WrittenPlaces.first(places);
            int state = states[place];
            value =
                    WrittenPlaces.isDeleted(places, place)
                            ? null
                            : valueSerializers[state].deserialize(in);
            result.addUpdate(new StateUpdate(names[state], key, value), again);
        }
        if (fragment.isValueElement()) {
            @SuppressWarnings("unchecked")
            T element = (T) Objects.requireNonNull(value);
            result.addElement(element);
        }
    }

    /** Reads the writes to the records of one partition. */
    private void readRecords(int[] states, FragmentCursor fragment, ResultBuilder<T> result)
            throws IOException {
        DataInputDeserializer in = fragment.payload();
        int records = in.readInt();
        boolean again = fragment.isRewritten();
        result.addBytes(FragmentWriter.repeatedKeyBytes(records, 0));
        for (int i = 0; i < records; i++) {
            int written = in.readUnsignedByte();
            int state = states[PartitionShape.placeOf(written)];
            Object key = keySerializers[state].deserialize(in);
            Object value =
                    PartitionShape.isDeletion(written)
                            ? null
                            : valueSerializers[state].deserialize(in);
            result.addUpdate(new StateUpdate(names[state], key, value), again);
        }
    }

    /** Reads a value that a participant gives to a function in open. */
    void readAnswer(int operator, DataInputDeserializer in, ResultBuilder<T> result)
            throws IOException {
        result.addAnswer(answerSerializers.get(operator).deserialize(in));
    }

    void readElement(DataInputDeserializer in, ResultBuilder<T> result) throws IOException {
        result.addElement(elementSerializer.deserialize(in));
    }

    /** Reads the claim of an input of an earlier run that came to another coordinator. */
    static InputIdentity readClaim(DataInputDeserializer in) throws IOException {
        return new InputIdentity(StringValue.readString(in), in.readLong(), in.readLong());
    }

    /** Reads results that an earlier run has logged but may not have emitted. */
    Leaving<T> readLogged(FragmentRows rows) throws IOException {
        List<TransactionResult<T>> results = new ArrayList<>(rows.size());
        long[] times = new long[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            DataInputDeserializer in = rows.readPayload();
            byte[] record = new byte[in.readInt()];
            in.readFully(record);
            LoggedTransaction logged = LoggedTransaction.decode(record);
            times[i] = logged.time();
            results.add(result(logged));
        }
        rows.checkConsumed();
        return new Leaving<>(results, times);
    }

    private TransactionResult<T> result(LoggedTransaction logged) throws IOException {
        List<StateUpdate> updates = new ArrayList<>(logged.updates().size());
        DataInputDeserializer bytes = new DataInputDeserializer();
        for (LoggedUpdate update : logged.updates()) {
            bytes.setBuffer(update.key());
            Object key = keySerializers[update.state()].deserialize(bytes);
            byte[] value = update.value();
            Object read = null;
            if (value != null) {
                bytes.setBuffer(value);
                read = valueSerializers[update.state()].deserialize(bytes);
            }
            updates.add(new StateUpdate(names[update.state()], key, read));
        }
        List<T> emitted = new ArrayList<>(logged.elements().size());
        for (byte[] element : logged.elements()) {
            bytes.setBuffer(element);
            emitted.add(elementSerializer.deserialize(bytes));
        }
        return new TransactionResult<>(
                new TransactionId(logged.id()),
                logged.entrance(),
                logged.key(),
                new ExecutionTimestamp(logged.timestamp()),
                logged.outcome(),
                logged.attempts(),
                logged.reasons(),
                updates,
                Triggered.leaving(emitted),
                input(logged),
                parts(logged, emitted));
    }

    /**
     * @param emitted with what is triggered, which the log counts, too
     */
    private static <T> List<BatchElement<T>> parts(LoggedTransaction logged, List<T> emitted) {
        List<BatchElement<T>> parts = new ArrayList<>(logged.batch().size());
        int from = 0;
        for (LoggedElement element : logged.batch()) {
            int to = from + element.emitted();
            parts.add(
                    new BatchElement<>(
                            element.key(),
                            Triggered.leaving(emitted.subList(from, to)),
                            element.reasons()));
            from = to;
        }
        return parts;
    }

    /** The element that the result gives back; a program may have begun to ask for it only now. */
    private @Nullable Object input(LoggedTransaction logged) throws IOException {
        byte[] input = logged.returned();
        return input == null || inputs == null
                ? null
                : inputs.read(new DataInputDeserializer(input));
    }

    AbortReason readReason(DataInputDeserializer in) throws IOException {
        return reasons.read(in);
    }
}
