/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.api.types;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.PriorityBlockingQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How types are derived, which values are refused, and which snapshots fit. */
class ValueTypesTest {
    /** With a type parameter, as are its parts. */
    public record Box<T>(T value, List<Optional<T>> all) {}

    public static class Parent<T> {
        public T one;
        public Set<T> all;
    }

    public static class Child extends Parent<UUID> {
        public List<? extends Leaf> leaves;
    }

    public record Leaf(Optional<UUID> id) {}

    @TypeInfo(ValueTypeFactory.class)
    public record Annotated(UUID id, Box<Leaf> box) {}

    @TypeInfo(ValueTypeFactory.class)
    public record Endless(String name, List<Endless> more) {}

    /** Flink itself does not end here. */
    public record Tree(String name, List<Tree> more) {}

    public record Part(@TypeInfo(ValueTypeFactory.class) SortedMap<String, UUID> ids) {}

    @Test
    void typeParametersAreFoundInDeclarations() {
        assertThat(ValueTypes.of(new TypeHint<Box<UUID>>() {}))
                .hasToString(
                        "PojoType<"
                                + Box.class.getName()
                                + ", fields = [all: List<Optional<UUID>>, value: UUID]>");
        assertThat(ValueTypes.of(Child.class).toString())
                .contains("all: Set<UUID>, ", "one: UUID]", "id: Optional<UUID>");
        assertThat(ValueTypes.of(new TypeHint<Tuple2<UUID, Optional<Long>>>() {}))
                .hasToString("Java Tuple2<UUID, Optional<Long>>");
    }

    @Test
    void flinkDerivesWhatIsAnnotated() {
        TypeInformation<Annotated> type = TypeInformation.of(Annotated.class);

        assertThat(type.toString())
                .contains("id: UUID]", "all: List<Optional<PojoType<", "id: Optional<UUID>]");
        assertThat(ValueTypes.of(Annotated.class)).isEqualTo(type);
        assertThat(TypeInformation.of(Part.class).toString())
                .contains("ids: SortedMap<String, UUID>]");
    }

    @Test
    void classInItselfIsLeftToKryo() {
        assertThat(TypeInformation.of(Endless.class).toString())
                .contains("more: List<GenericType<" + Endless.class.getCanonicalName() + ">>");
        assertThat(ValueTypes.of(Tree.class).toString()).startsWith("GenericType<");
        assertThat(ValueTypes.of(TimeZone.class).toString()).startsWith("GenericType<");
    }

    @Test
    void whatIsDerivedAlreadyIsLeftAlone() {
        TypeInformation<Child> type = ValueTypes.of(Child.class);

        assertThat(ValueTypes.of(type)).isEqualTo(type).hasSameHashCodeAs(type);
        assertThat(ValueTypes.of(Types.STRING)).isSameAs(Types.STRING);
    }

    @Test
    void valueWhoseOrderCannotBeWrittenIsRefused() {
        Map<String, Long> byLength = new TreeMap<>(Comparator.comparing(String::length));
        TypeInformation<Map<String, Long>> maps = ValueTypes.of(new TypeHint<>() {});
        TypeInformation<Queue<String>> queues = ValueTypes.of(new TypeHint<>() {});
        TypeInformation<Collection<String>> sets = ValueTypes.of(new TypeHint<>() {});

        assertRefused(
                maps, byLength, "Cannot write sorted set or map: its order cannot be written");
        assertRefused(sets, new TreeSet<>(Comparator.comparing(String::length)), "sorted set");
        assertRefused(queues, new PriorityQueue<>(), "the order of a queue by priority");
        assertRefused(queues, new PriorityBlockingQueue<>(), "the order of a queue by priority");
        assertRefused(
                ValueTypes.of(Locale.class),
                new Locale("no", "NO", "NY"),
                "Cannot write locale: no language tag stands for it");
    }

    @Test
    void addressIsAsLongAsItLikes() throws IOException {
        URI address = URI.create("https://example.org/" + "a".repeat(100_000));
        TypeSerializer<URI> serializer =
                ValueTypes.of(URI.class).createSerializer(new SerializerConfigImpl());
        DataOutputSerializer out = new DataOutputSerializer(64);

        serializer.serialize(address, out);

        assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(address);
    }

    @Test
    void snapshotOfLaterVersionIsRefused() throws IOException {
        TypeSerializerSnapshot<?> value = snapshot(ValueTypes.of(UUID.class));
        TypeSerializerSnapshot<?> container = snapshot(ValueTypes.of(new TypeHint<Set<UUID>>() {}));
        byte[] later = written(container);
        later[7] = 2; // the last byte of the outer part's version, behind a number of Flink's

        assertIsOfLaterVersion(value, 2, written(value));
        assertIsOfLaterVersion(container, container.getCurrentVersion(), later);
    }

    private static TypeSerializerSnapshot<?> snapshot(TypeInformation<?> type) {
        return type.createSerializer(new SerializerConfigImpl()).snapshotConfiguration();
    }

    private static byte[] written(TypeSerializerSnapshot<?> snapshot) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        snapshot.writeSnapshot(out);
        return out.getCopyOfBuffer();
    }

    private static void assertIsOfLaterVersion(
            TypeSerializerSnapshot<?> snapshot, int version, byte[] written) {
        ClassLoader loader = ValueTypesTest.class.getClassLoader();
        DataInputDeserializer in = new DataInputDeserializer(written);

        assertThatThrownBy(() -> snapshot.readSnapshot(version, in, loader))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "[TSP-1210] Cannot read snapshot: a later version of tspoon wrote it,"
                                + " version=2");
    }

    private static <T> void assertRefused(TypeInformation<T> type, T value, String message) {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        assertThatThrownBy(() -> serializer.serialize(value, new DataOutputSerializer(64)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void partMayBeDeclaredAsSomethingWiderLater() {
        TypeInformation<?> sorted = ValueTypes.of(new TypeHint<SortedMap<String, Long>>() {});
        TypeInformation<?> plain = ValueTypes.of(new TypeHint<Map<String, Long>>() {});
        TypeInformation<?> other = ValueTypes.of(new TypeHint<Map<String, UUID>>() {});

        assertThat(fits(sorted, plain)).isTrue();
        assertThat(fits(plain, sorted)).isFalse();
        assertThat(fits(plain, other)).isFalse();
        assertThat(fits(ValueTypes.of(UUID.class), ValueTypes.of(Locale.class))).isFalse();
    }

    public record Limits(Map<String, List<Long>> byName, Set<UUID> owners) {}

    public record Basket(Map<String, Long> amounts, List<Long> last, Set<Long> seen) {}

    /** Of builds that left collections to Flink, and the rest, if it was allowed, to Kryo. */
    @Test
    void whatFlinkHasWrittenIsWrittenAnew() throws IOException {
        Limits limits = new Limits(Map.of("a", List.of(1L, 2L)), Set.of(new UUID(1, 2)));

        assertThat(migrated(limits, Limits.class)).isEqualTo(limits);
        Basket basket = new Basket(Map.of("a", 1L), List.of(2L), Set.of(3L));
        assertThat(migrated(basket, Basket.class)).isEqualTo(basket);
        assertThat(migrated(new UUID(1, 2), UUID.class)).isEqualTo(new UUID(1, 2));
        assertThat(compatibility(Types.LIST(Types.LONG), ValueTypes.of(Types.LIST(Types.STRING))))
                .matches(TypeSerializerSchemaCompatibility::isIncompatible);
        assertThat(compatibility(Types.GENERIC(UUID.class), ValueTypes.of(Locale.class)))
                .matches(TypeSerializerSchemaCompatibility::isIncompatible);
        assertThat(
                        compatibility(
                                Types.LIST(Types.LONG),
                                ValueTypes.of(new TypeHint<SortedSet<Long>>() {})))
                .matches(TypeSerializerSchemaCompatibility::isIncompatible);
    }

    /** What a restore makes of a value, by way of the snapshot of its former serializer. */
    private static <T> T migrated(T value, Class<T> type) throws IOException {
        TypeSerializer<T> former =
                TypeInformation.of(type).createSerializer(new SerializerConfigImpl());
        TypeInformation<T> now = ValueTypes.of(type);
        assertThat(compatibility(TypeInformation.of(type), now))
                .matches(TypeSerializerSchemaCompatibility::isCompatibleAfterMigration);
        DataOutputSerializer written = new DataOutputSerializer(64);
        former.serialize(value, written);
        return former.snapshotConfiguration()
                .restoreSerializer()
                .deserialize(new DataInputDeserializer(written.getCopyOfBuffer()));
    }

    private static boolean fits(TypeInformation<?> before, TypeInformation<?> after) {
        return compatibility(before, after).isCompatibleAsIs();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TypeSerializerSchemaCompatibility<?> compatibility(
            TypeInformation<?> before, TypeInformation<?> after) {
        TypeSerializer old = before.createSerializer(new SerializerConfigImpl());
        TypeSerializer now = after.createSerializer(new SerializerConfigImpl());
        return now.snapshotConfiguration().resolveSchemaCompatibility(old.snapshotConfiguration());
    }
}
