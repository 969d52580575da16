/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.result;

import io.tspoon.runtime.entrance.EnteredTypeInfo;
import io.tspoon.transaction.AbortReason;
import io.tspoon.transaction.BatchElement;
import io.tspoon.transaction.ExecutionTimestamp;
import io.tspoon.transaction.Outcome;
import io.tspoon.transaction.StateUpdate;
import io.tspoon.transaction.TransactionId;
import io.tspoon.transaction.TransactionResult;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TransactionResultSerializerTest
        extends SerializerTestBase<TransactionResult<Tuple2<String, Long>>> {
    private static final TransactionResultTypeInfo.StateType BALANCE = state("balance", Types.LONG);
    private static final TransactionResultTypeInfo.StateType NAME = state("name", Types.STRING);

    // ------------------------------------------------------------------ what Flink asks for

    @Override
    protected TypeSerializer<TransactionResult<Tuple2<String, Long>>> createSerializer() {
        return serializer(BALANCE, NAME);
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected Class<TransactionResult<Tuple2<String, Long>>> getTypeClass() {
        return (Class) TransactionResult.class;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    protected TransactionResult<Tuple2<String, Long>>[] getTestData() {
        return new TransactionResult[] {
            committed("", List.of(), List.of()),
            committed(
                    "order 1",
                    List.of(
                            new StateUpdate("balance", 1, 70L),
                            new StateUpdate("balance", 2, null),
                            new StateUpdate("name", 1, "")),
                    List.of(Tuple2.of("a", 1L), Tuple2.of("b", 2L))),
            committed("x".repeat(100_000), List.of(), List.of()),
            aborted(List.of()),
            aborted(
                    List.of(
                            new AbortReason(
                                    AbortReason.Kind.CONSTRAINT,
                                    "balance",
                                    "1",
                                    "not negative",
                                    ""),
                            new AbortReason(
                                    AbortReason.Kind.USER, "process", "", "\u20ac limit", "by=3")))
        };
    }

    // ------------------------------------------------------------------ schemas

    @Test
    void sameStatesAreCompatible() throws IOException {
        assertThat(
                        restored(serializer(BALANCE, NAME))
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(
                                        snapshotOnDisk(serializer(BALANCE, NAME)))
                                .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void otherStatesAreNotCompatible() throws IOException {
        for (TypeSerializer<?> other :
                List.of(
                        serializer(BALANCE),
                        serializer(NAME, BALANCE),
                        serializer(BALANCE, state("name", Types.LONG)))) {
            assertThat(
                            serializer(BALANCE, NAME)
                                    .snapshotConfiguration()
                                    .resolveSchemaCompatibility(cast(snapshotOnDisk(other)))
                                    .isIncompatible())
                    .as("compatible with %s", other)
                    .isTrue();
        }
    }

    @Test
    void restoredSerializerReadsWhatWasWritten() throws IOException {
        for (TransactionResult<Tuple2<String, Long>> result : getTestData()) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            createSerializer().serialize(result, out);

            assertThat(
                            restored(createSerializer())
                                    .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(result);
        }
    }

    /** Users keep results in states of their own. */
    @Test
    void bytesOfEarlierBuildsAreReadAndWritten() throws IOException {
        assertBytes(
                getTestData()[1],
                "7fffffffffffffff", // id
                "086f726465722031", // key, "order 1"
                "0000000000000007", // execution timestamp
                "00", // committed
                "00000003", // attempts
                "00000000", // reasons
                "00000003", // updates
                "0000000000000001010000000000000046", // balance, key 1, value 70
                "000000000000000200", // balance, key 2, no value
                "00000001000000010101", // name, key 1, value ""
                "00000002", // elements
                "02610000000000000001",
                "02620000000000000002");
        assertBytes(
                getTestData()[4],
                "0000000000000001", // id
                "0232", // key, "2"
                "4000000000000000", // execution timestamp
                "01", // aborted
                "00000001", // attempts
                "00000002", // reasons
                "00", // a constraint
                "0862616c616e6365", // operator, "balance"
                "0231", // key, "1"
                "0d6e6f74206e65676174697665", // rule, "not negative"
                "01", // detail, ""
                "01", // the user
                "0870726f63657373", // operator, "process"
                "01", // key, ""
                "08ac41206c696d6974", // rule, "\u20ac limit"
                "0562793d33", // detail, "by=3"
                "00000000", // updates
                "00000000"); // elements
    }

    private void assertBytes(TransactionResult<Tuple2<String, Long>> result, String... fields)
            throws IOException {
        byte[] bytes = HexFormat.of().parseHex(String.join("", fields));
        DataOutputSerializer out = new DataOutputSerializer(64);
        createSerializer().serialize(result, out);

        assertThat(out.getCopyOfBuffer()).isEqualTo(bytes);
        assertThat(createSerializer().deserialize(new DataInputDeserializer(bytes)))
                .isEqualTo(result);
    }

    /** Flink finds the class by its name, and hands it the version that was written. */
    @Test
    void snapshotsOfEarlierBuildsAreRead() throws IOException {
        TransactionResultSerializerSnapshot<?> snapshot =
                (TransactionResultSerializerSnapshot<?>) createSerializer().snapshotConfiguration();
        DataOutputSerializer out = new DataOutputSerializer(64);
        snapshot.writeOuterSnapshot(out);

        assertThat(snapshot.getClass().getName())
                .isEqualTo("io.tspoon.runtime.result.TransactionResultSerializerSnapshot");
        assertThat(snapshot.getCurrentOuterSnapshotVersion()).isEqualTo(4);
        String states = "00000002" + "000762616c616e6365" + "00046e616d65";
        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
                .isEqualTo(states + "00000000" + "00" + "00");
        snapshot.readOuterSnapshot(
                1,
                new DataInputDeserializer(HexFormat.of().parseHex(states)),
                getClass().getClassLoader());
        DataOutputSerializer read = new DataOutputSerializer(64);
        snapshot.writeOuterSnapshot(read);
        assertThat(read.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    }

    // ------------------------------------------------------------------ entrances

    @Test
    void entranceIsWrittenIfThereAreNames() throws IOException {
        TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer =
                serializer(List.of("a", "b"), BALANCE);
        for (String entrance : List.of("", "a", "b")) {
            TransactionResult<Tuple2<String, Long>> result = enteredBy(entrance);
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(result, out);

            assertThat(
                            restored(serializer)
                                    .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(result);
            assertThat(serializer.copy(result)).isEqualTo(result);
        }
        assertThatThrownBy(() -> serializer.serialize(enteredBy("c"), new DataOutputSerializer(64)))
                .hasMessageContaining("unknown entrance, entrance=c, known=[a, b]");
    }

    /** Results of a program with one input, without a name, may be in the user's states. */
    @Test
    void resultsAreMigratedWhenEntrancesAreAdded() throws IOException {
        for (List<String> before : List.of(List.<String>of(), List.of("b"), List.of("b", "a"))) {
            assertThat(
                            serializer(List.of("a", "b"), BALANCE)
                                    .snapshotConfiguration()
                                    .resolveSchemaCompatibility(
                                            cast(snapshotOnDisk(serializer(before, BALANCE))))
                                    .isCompatibleAfterMigration())
                    .as("migrated from %s", before)
                    .isTrue();
        }
        assertThat(
                        serializer(List.of("a"), BALANCE)
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(
                                        cast(
                                                snapshotOnDisk(
                                                        serializer(List.of("a", "b"), BALANCE))))
                                .isIncompatible())
                .isTrue();
    }

    // ------------------------------------------------------------------ inputs

    @Test
    void inputIsWrittenIfItIsReturned() throws IOException {
        TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer =
                serializer(Types.STRING, List.of(), BALANCE);
        for (TransactionResult<Tuple2<String, Long>> result :
                List.of(enteredBy(""), returning("", "pay 7"))) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(result, out);

            DataOutputSerializer without = new DataOutputSerializer(64);
            serializer(BALANCE).serialize(result, without);
            String input = result.input() == null ? "00" : "01" + "06" + "7061792037";
            assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
                    .isEqualTo(HexFormat.of().formatHex(without.getCopyOfBuffer()) + input);
            assertThat(
                            restored(serializer)
                                    .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(result);
            assertThat(serializer.copy(result)).isEqualTo(result);
            assertThat(serializer.duplicate()).isEqualTo(serializer);
        }
    }

    /** Each entrance has a type of its own. */
    @Test
    void inputIsWrittenByTheSerializerOfItsEntrance() throws IOException {
        EnteredTypeInfo inputs = new EnteredTypeInfo(() -> {});
        inputs.add(Types.STRING);
        inputs.add(Types.LONG);
        TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer =
                serializer(inputs, List.of("a", "b"), BALANCE);
        for (TransactionResult<Tuple2<String, Long>> result :
                List.of(returning("a", "pay 7"), returning("b", 7L))) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(result, out);

            assertThat(
                            restored(serializer)
                                    .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(result);
            assertThat(serializer.copy(result)).isEqualTo(result);
        }
    }

    /** Results may be in the user's states when the program begins to ask for inputs, or stops. */
    @Test
    void resultsAreMigratedWhenInputsAreReturned() throws IOException {
        assertMigrated(Types.STRING, null);
        assertMigrated(null, Types.STRING);
        assertThat(compatibility(Types.STRING, Types.STRING).isCompatibleAsIs()).isTrue();
        assertThat(compatibility(Types.STRING, Types.LONG).isIncompatible()).isTrue();
    }

    // ------------------------------------------------------------------ batches

    @Test
    void elementsOfABatchAreWrittenIfThereAreBatches() throws IOException {
        TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer = ofBatches();
        TransactionResult<Tuple2<String, Long>> batch =
                batch(List.of(Tuple2.of("a", 1L), Tuple2.of("b", 2L)), 0, 2, 0);
        for (TransactionResult<Tuple2<String, Long>> result :
                List.of(enteredBy(""), batch, batch(List.of(), 0))) {
            DataOutputSerializer out = new DataOutputSerializer(64);
            serializer.serialize(result, out);

            assertThat(
                            restored(serializer)
                                    .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                    .isEqualTo(result);
            assertThat(serializer.copy(result)).isEqualTo(result);
            assertThat(serializer.duplicate()).isEqualTo(serializer);
        }
        assertThat(batch.element(1).emitted()).hasSize(2);
    }

    /** Those of batches of which none was rejected are written as by earlier builds. */
    @Test
    void rejectedElementIsWrittenWithItsReasons() throws IOException {
        AbortReason reason = new AbortReason(AbortReason.Kind.USER, "op", "k", "no", "why");
        BatchElement<Tuple2<String, Long>> rejected =
                new BatchElement<>("b", List.of(), List.of(reason));
        Tuple2<String, Long> emitted = Tuple2.of("a", 1L);
        TransactionResult<Tuple2<String, Long>> result =
                ofElements(
                        List.of(emitted),
                        List.of(new BatchElement<>("a", List.of(emitted)), rejected));
        DataOutputSerializer out = new DataOutputSerializer(64);
        ofBatches().serialize(result, out);

        assertThat(HexFormat.of().formatHex(out.getCopyOfBuffer()))
                .endsWith(
                        "00000002" // elements of the batch
                                + "0261" // key, "a"
                                + "00000001" // emitted elements
                                + "0262" // key, "b"
                                + "ffffffff" // none was emitted, for it was rejected
                                + "00000001" // reasons
                                + "01" // the user
                                + "036f70" // operator, "op"
                                + "026b" // key, "k"
                                + "036e6f" // rule, "no"
                                + "04776879"); // detail, "why"
        assertThat(
                        restored(ofBatches())
                                .deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(result);
        assertThat(ofBatches().copy(result)).isEqualTo(result);
    }

    /** Results may be in the user's states when the program begins to take batches, or stops. */
    @Test
    void resultsAreMigratedWhenThereAreBatches() throws IOException {
        assertThat(compatibility(ofBatches(), serializer(BALANCE)).isCompatibleAfterMigration())
                .isTrue();
        assertThat(compatibility(serializer(BALANCE), ofBatches()).isCompatibleAfterMigration())
                .isTrue();
        assertThat(compatibility(ofBatches(), ofBatches()).isCompatibleAsIs()).isTrue();
    }

    private static TypeSerializerSchemaCompatibility<?> compatibility(
            TypeSerializer<TransactionResult<Tuple2<String, Long>>> now,
            TypeSerializer<TransactionResult<Tuple2<String, Long>>> before)
            throws IOException {
        return now.snapshotConfiguration().resolveSchemaCompatibility(cast(snapshotOnDisk(before)));
    }

    private static TypeSerializer<TransactionResult<Tuple2<String, Long>>> ofBatches() {
        return new TransactionResultTypeInfo<>(
                        TypeInformation.of(new TypeHint<Tuple2<String, Long>>() {}),
                        List.of(BALANCE),
                        List.of(),
                        null,
                        true)
                .createSerializer(new SerializerConfigImpl());
    }

    /**
     * @param counts by element: how many of the emitted ones come from it
     */
    private static TransactionResult<Tuple2<String, Long>> batch(
            List<Tuple2<String, Long>> emitted, int... counts) {
        List<BatchElement<Tuple2<String, Long>>> elements = new ArrayList<>();
        int from = 0;
        for (int count : counts) {
            elements.add(new BatchElement<>("key" + from, emitted.subList(from, from + count)));
            from += count;
        }
        return ofElements(emitted, elements);
    }

    private static TransactionResult<Tuple2<String, Long>> ofElements(
            List<Tuple2<String, Long>> emitted, List<BatchElement<Tuple2<String, Long>>> elements) {
        return new TransactionResult<>(
                new TransactionId(1),
                "",
                "key",
                new ExecutionTimestamp(2),
                Outcome.COMMITTED,
                1,
                List.of(),
                List.of(),
                emitted,
                null,
                elements);
    }

    private static void assertMigrated(TypeInformation<?> now, TypeInformation<?> before)
            throws IOException {
        assertThat(compatibility(now, before).isCompatibleAfterMigration()).isTrue();
    }

    private static TypeSerializerSchemaCompatibility<?> compatibility(
            TypeInformation<?> now, TypeInformation<?> before) throws IOException {
        return serializer(now, List.of(), BALANCE)
                .snapshotConfiguration()
                .resolveSchemaCompatibility(
                        cast(snapshotOnDisk(serializer(before, List.of(), BALANCE))));
    }

    private static TransactionResult<Tuple2<String, Long>> returning(
            String entrance, Object input) {
        return new TransactionResult<>(
                new TransactionId(1),
                entrance,
                "key",
                new ExecutionTimestamp(2),
                Outcome.ABORTED,
                1,
                List.of(),
                List.of(),
                List.of(),
                input);
    }

    @Test
    void updateOfAnUnknownStateIsRefused() {
        TransactionResult<Tuple2<String, Long>> stray =
                committed("1", List.of(new StateUpdate("stray", 1, 2L)), List.of());

        assertThatThrownBy(() -> createSerializer().serialize(stray, new DataOutputSerializer(64)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("state=stray, known=[balance, name]");
    }

    @Test
    void unknownCodesAreRefused() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        createSerializer().serialize(getTestData()[4], out);
        int outcome = 8 + 2 + 8;
        int kind = outcome + 1 + 4 + 4;

        assertRefused(out.getCopyOfBuffer(), outcome, 2, "unknown outcome, code=2");
        int kinds = AbortReason.Kind.values().length;
        assertRefused(out.getCopyOfBuffer(), kind, kinds, "unknown kind of reason, code=" + kinds);
    }

    private void assertRefused(byte[] bytes, int position, int code, String message) {
        bytes[position] = (byte) code;
        assertThatThrownBy(() -> createSerializer().deserialize(new DataInputDeserializer(bytes)))
                .hasMessageContaining(message);
    }

    // ------------------------------------------------------------------ parts

    private static TransactionResultTypeInfo.StateType state(
            String name, TypeInformation<?> valueType) {
        return new TransactionResultTypeInfo.StateType(name, Types.INT, valueType);
    }

    private static TransactionResult<Tuple2<String, Long>> enteredBy(String entrance) {
        return new TransactionResult<>(
                new TransactionId(1),
                entrance,
                "key",
                new ExecutionTimestamp(2),
                Outcome.COMMITTED,
                1,
                List.of(),
                List.of(),
                List.of(Tuple2.of("a", 1L)));
    }

    private static TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer(
            TransactionResultTypeInfo.StateType... states) {
        return serializer(List.of(), states);
    }

    private static TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer(
            List<String> entrances, TransactionResultTypeInfo.StateType... states) {
        return serializer(null, entrances, states);
    }

    private static TypeSerializer<TransactionResult<Tuple2<String, Long>>> serializer(
            TypeInformation<?> inputs,
            List<String> entrances,
            TransactionResultTypeInfo.StateType... states) {
        return new TransactionResultTypeInfo<>(
                        TypeInformation.of(new TypeHint<Tuple2<String, Long>>() {}),
                        List.of(states),
                        entrances,
                        inputs)
                .createSerializer(new SerializerConfigImpl());
    }

    private static TransactionResult<Tuple2<String, Long>> committed(
            String key, List<StateUpdate> updates, List<Tuple2<String, Long>> emitted) {
        return new TransactionResult<>(
                new TransactionId(Long.MAX_VALUE),
                key,
                new ExecutionTimestamp(7),
                Outcome.COMMITTED,
                3,
                List.of(),
                updates,
                emitted);
    }

    private static TransactionResult<Tuple2<String, Long>> aborted(List<AbortReason> reasons) {
        return new TransactionResult<>(
                new TransactionId(1),
                "2",
                new ExecutionTimestamp(1L << 62),
                Outcome.ABORTED,
                1,
                reasons,
                List.of(),
                List.of());
    }

    private static <T> TypeSerializer<T> restored(TypeSerializer<T> serializer) throws IOException {
        return snapshotOnDisk(serializer).restoreSerializer();
    }

    private static <T> TypeSerializerSnapshot<T> snapshotOnDisk(TypeSerializer<T> serializer)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
                out, serializer.snapshotConfiguration());
        return TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()),
                TransactionResultSerializerTest.class.getClassLoader());
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object other) {
        return (T) other;
    }
}
