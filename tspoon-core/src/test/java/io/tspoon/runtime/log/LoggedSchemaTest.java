/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.log.LoggedTransaction;
import io.tspoon.log.LoggedUpdate;
import io.tspoon.runtime.plan.StateColumns;
import io.tspoon.transaction.Outcome;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LoggedSchemaTest {
    private static final TypeSerializer<Long> LONG = LongSerializer.INSTANCE;
    private static final TypeSerializer<Long> OLD = new Amounts(false);
    private static final TypeSerializer<Long> NEW = new Amounts(true);

    private final DataOutputSerializer out = new DataOutputSerializer(16);

    @Test
    void sameTypesArePassedOnAsTheyAre() throws IOException {
        LoggedSchema schema = schema(List.of(column("a", LONG)), List.of(column("a", LONG)));
        assertThat(schema.isSame(update(0, LONG))).isTrue();
        schema.convertValue(0, bytes(LONG, 7L), out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(bytes(LONG, 7L));
    }

    @Test
    void statesAreFoundByName() throws IOException {
        StateColumns a = column("a", LONG);
        StateColumns b = column("b", LONG);
        LoggedSchema schema = schema(List.of(a, b), List.of(b, column("c", LONG), a));
        assertThat(schema.isSame(update(0, LONG))).isFalse();
        assertThat(schema.state(0)).isEqualTo(2);
        assertThat(schema.state(1)).isZero();
        assertThat(schema.key(1, bytes(LONG, 3L))).isEqualTo(3L);
    }

    @Test
    void changedTypeIsReadAsItWasWrittenAndWrittenAnew() throws IOException {
        LoggedSchema schema = schema(List.of(column("a", OLD)), List.of(column("a", NEW)));
        assertThat(schema.isSame(update(0, OLD))).isFalse();
        schema.convertValue(0, bytes(OLD, 7L), out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(bytes(NEW, 7L)).isNotEqualTo(bytes(OLD, 7L));
    }

    @Test
    void updateOfARemovedStateIsRefused() {
        LoggedSchema schema = schema(List.of(column("a", LONG)), List.of(column("b", LONG)));
        LoggedTransaction update = update(0, LONG);
        for (ThrowingCallable use :
                List.<ThrowingCallable>of(
                        () -> schema.state(0),
                        () -> schema.key(0, bytes(LONG, 3L)),
                        () -> schema.convertKey(0, bytes(LONG, 3L), out),
                        () -> schema.convertValue(0, bytes(LONG, 3L), out),
                        () -> schema.isSame(update))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a state that the t-graph does not have any more")
                    .hasMessageContaining("state=a")
                    .hasMessageContaining("Go back to the program before")
                    .hasMessageContaining("set tspoon.g.log-accept-loss");
        }
    }

    @Test
    void valueOfATypeThatFlinkCannotMigrateIsRefused() {
        StateColumns today = new StateColumns("a", LONG, StringSerializer.INSTANCE, 0, 0);
        LoggedSchema schema = schema(List.of(column("a", LONG)), List.of(today));
        LoggedTransaction update = update(0, LONG);
        for (ThrowingCallable use :
                List.<ThrowingCallable>of(
                        () -> schema.convertValue(0, bytes(LONG, 3L), out),
                        () -> schema.isSame(update))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a type has changed")
                    .hasMessageContaining("type of=a")
                    .hasMessageContaining("Go back to the program before")
                    .hasMessageContaining("set tspoon.g.log-accept-loss");
        }
    }

    @Test
    void valueOfATypeWhoseClassIsNotThereIsRefused() throws IOException {
        List<StateColumns> columns = List.of(column("a", LONG));
        LoggedSchema schema =
                new LoggedSchema(
                        header(columns), columns, LONG, null, ClassLoader.getPlatformClassLoader());
        assertThatThrownBy(() -> schema.isSame(update(0, LONG)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a type has changed")
                .hasMessageContaining(
                        "a class that it had is not there any more, graph=g, type of=a")
                .hasMessageContaining("set tspoon.g.log-accept-loss")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void elementOfATypeThatFlinkCannotMigrateIsRefused() {
        LoggedSchema schema = schema(List.of(), List.of(), StringSerializer.INSTANCE);
        LoggedTransaction emits = transaction(List.of(), List.of(bytes(LONG, 3L)));
        for (ThrowingCallable use :
                List.<ThrowingCallable>of(
                        () -> schema.convertElement(bytes(LONG, 3L), out),
                        () -> schema.isSame(emits))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a type has changed")
                    .hasMessageContaining("type of=emitted elements");
        }
    }

    /** The header names all states, and a job that was stopped has logged nothing behind it. */
    @Test
    void whatNoTransactionNeedsMayHaveChanged() throws IOException {
        StateColumns stays = column("stays", LONG);
        LoggedSchema schema =
                schema(
                        List.of(stays, column("removed", LONG), column("other", LONG)),
                        List.of(
                                stays,
                                new StateColumns("other", LONG, StringSerializer.INSTANCE, 0, 0)),
                        StringSerializer.INSTANCE);

        assertThat(schema.isSame(transaction(List.of(), List.of()))).isTrue();
        assertThat(schema.isSame(update(0, LONG))).isTrue();
        LoggedUpdate deleted = new LoggedUpdate(2, bytes(LONG, 3L), null);
        assertThat(schema.isSame(transaction(List.of(deleted), List.of()))).isFalse();
        assertThat(schema.state(2)).isEqualTo(1);
    }

    private static LoggedTransaction update(int state, TypeSerializer<Long> values) {
        return transaction(
                List.of(new LoggedUpdate(state, bytes(LONG, 3L), bytes(values, 7L))), List.of());
    }

    private static LoggedTransaction transaction(
            List<LoggedUpdate> updates, List<byte[]> elements) {
        return new LoggedTransaction(
                8, 8, Outcome.COMMITTED, 1, "", "key", 0, 0, List.of(), updates, elements);
    }

    private static StateColumns column(String name, TypeSerializer<Long> values) {
        return new StateColumns(name, LONG, values, 0, 0);
    }

    private static LoggedSchema schema(List<StateColumns> logged, List<StateColumns> today) {
        return schema(logged, today, LONG);
    }

    /** Of a segment whose elements are numbers. */
    private static LoggedSchema schema(
            List<StateColumns> logged, List<StateColumns> today, TypeSerializer<?> elements) {
        try {
            LogHeader header = LogHeader.decode(header(logged).encode());
            return new LoggedSchema(
                    header, today, elements, null, LoggedSchemaTest.class.getClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LogHeader header(List<StateColumns> logged) throws IOException {
        List<LoggedState> states = new ArrayList<>();
        for (StateColumns state : logged) {
            states.add(
                    new LoggedState(
                            state.name(),
                            LoggedSerializer.of(state.keySerializer()),
                            LoggedSerializer.of(state.valueSerializer())));
        }
        return new LogHeader(
                "g",
                0,
                "job",
                LogHeader.Beginning.RUN,
                0,
                "",
                0,
                LogHeader.Identification.KEY,
                List.of(),
                states,
                LoggedSerializer.of(LONG));
    }

    private static byte[] bytes(TypeSerializer<Long> serializer, long value) {
        DataOutputSerializer bytes = new DataOutputSerializer(16);
        try {
            serializer.serialize(value, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.getCopyOfBuffer();
    }

    /** Amounts, once as text, today as eight bytes. */
    private static final class Amounts extends TypeSerializerSingleton<Long> {
        private static final long serialVersionUID = 1L;

        private final boolean isNew;

        Amounts(boolean isNew) {
            this.isNew = isNew;
        }

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public Long createInstance() {
            return 0L;
        }

        @Override
        public Long copy(Long from) {
            return from;
        }

        @Override
        public Long copy(Long from, Long reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(Long amount, DataOutputView target) throws IOException {
            if (isNew) {
                target.writeLong(amount);
            } else {
                target.writeUTF("amount " + amount);
            }
        }

        @Override
        public Long deserialize(DataInputView source) throws IOException {
            return isNew ? source.readLong() : Long.valueOf(source.readUTF().substring(7));
        }

        @Override
        public Long deserialize(Long reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            serialize(deserialize(source), target);
        }

        @Override
        public TypeSerializerSnapshot<Long> snapshotConfiguration() {
            return new AmountsSnapshot(isNew);
        }
    }

    /** Says which of the two it was. */
    public static final class AmountsSnapshot implements TypeSerializerSnapshot<Long> {
        private boolean isNew;

        /** For Flink. */
        public AmountsSnapshot() {}

        AmountsSnapshot(boolean isNew) {
            this.isNew = isNew;
        }

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView target) throws IOException {
            target.writeBoolean(isNew);
        }

        @Override
        public void readSnapshot(int version, DataInputView source, ClassLoader classes)
                throws IOException {
            isNew = source.readBoolean();
        }

        @Override
        public TypeSerializer<Long> restoreSerializer() {
            return new Amounts(isNew);
        }

        @Override
        public TypeSerializerSchemaCompatibility<Long> resolveSchemaCompatibility(
                TypeSerializerSnapshot<Long> before) {
            if (!(before instanceof AmountsSnapshot)) {
                return TypeSerializerSchemaCompatibility.incompatible();
            }
            return ((AmountsSnapshot) before).isNew == isNew
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
    }
}
