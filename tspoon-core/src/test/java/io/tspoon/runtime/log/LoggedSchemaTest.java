/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.runtime.log;

import io.tspoon.log.LogHeader;
import io.tspoon.log.LoggedSerializer;
import io.tspoon.log.LoggedState;
import io.tspoon.runtime.plan.StateColumns;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.junit.jupiter.api.Test;

import java.io.IOException;
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
        assertThat(schema.isSame()).isTrue();
        schema.convertValue(0, bytes(LONG, 7L), out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(bytes(LONG, 7L));
    }

    @Test
    void statesAreFoundByName() throws IOException {
        StateColumns a = column("a", LONG);
        StateColumns b = column("b", LONG);
        LoggedSchema schema = schema(List.of(a, b), List.of(b, column("c", LONG), a));
        assertThat(schema.isSame()).isFalse();
        assertThat(schema.state(0)).isEqualTo(2);
        assertThat(schema.state(1)).isZero();
        assertThat(schema.key(1, bytes(LONG, 3L))).isEqualTo(3L);
    }

    @Test
    void changedTypeIsReadAsItWasWrittenAndWrittenAnew() throws IOException {
        LoggedSchema schema = schema(List.of(column("a", OLD)), List.of(column("a", NEW)));
        assertThat(schema.isSame()).isFalse();
        schema.convertValue(0, bytes(OLD, 7L), out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(bytes(NEW, 7L)).isNotEqualTo(bytes(OLD, 7L));
    }

    @Test
    void removedStateIsRefused() {
        assertThatThrownBy(() -> schema(List.of(column("a", LONG)), List.of(column("b", LONG))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a state that the t-graph does not have any more")
                .hasMessageContaining("state=a");
    }

    @Test
    void typeThatFlinkCannotMigrateIsRefused() {
        StateColumns today = new StateColumns("a", LONG, StringSerializer.INSTANCE, 0, 0);
        assertThatThrownBy(() -> schema(List.of(column("a", LONG)), List.of(today)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a type has changed")
                .hasMessageContaining("type of=a");
    }

    private static StateColumns column(String name, TypeSerializer<Long> values) {
        return new StateColumns(name, LONG, values, 0, 0);
    }

    private LoggedSchema schema(List<StateColumns> logged, List<StateColumns> today)
            throws IOException {
        List<LoggedState> states = new ArrayList<>();
        for (StateColumns state : logged) {
            states.add(
                    new LoggedState(
                            state.name(),
                            LoggedSerializer.of(state.keySerializer()),
                            LoggedSerializer.of(state.valueSerializer())));
        }
        LogHeader header =
                new LogHeader(
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
        return new LoggedSchema(
                LogHeader.decode(header.encode()), today, LONG, getClass().getClassLoader());
    }

    private static byte[] bytes(TypeSerializer<Long> serializer, long value) throws IOException {
        DataOutputSerializer bytes = new DataOutputSerializer(16);
        serializer.serialize(value, bytes);
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
