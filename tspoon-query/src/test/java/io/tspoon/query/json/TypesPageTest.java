/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.api.StateSpec;
import io.tspoon.api.TransactionalGraph;
import io.tspoon.api.types.ValueTypes;
import io.tspoon.testing.EmbeddedFlink;
import io.tspoon.testing.MarkdownTable;
import io.tspoon.transaction.InvalidGraphException;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** What docs/types.md says of each type is what happens. */
class TypesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "types.md");
    private static final JsonMapping MAPPING = JsonMapping.standard();

    static List<TypeSamples<?>> samples() {
        return TypeSamples.all();
    }

    static List<HolderSamples> holders() {
        return HolderSamples.all();
    }

    @Test
    void pageHasTheKeysAndTheJsonOfEachType() throws Exception {
        List<List<String>> rows = new ArrayList<>();
        for (TypeSamples<?> sample : samples()) {
            String key = isKey(sample.type()) ? "yes" : "no";
            rows.add(List.of(sample.name(), key, json(sample.type(), sample.value())));
        }
        assertThat(MarkdownTable.rows(PAGE, "| class | as a key | in JSON |"))
                .containsExactlyElementsOf(rows);
    }

    @ParameterizedTest
    @MethodSource("samples")
    <T> void valueComesBackFromBytesCopiesAndJson(TypeSamples<T> sample) throws Exception {
        T value = sample.value();

        for (T back : backs(sample.type(), value)) {
            assertThat(Objects.deepEquals(back, value)).isTrue();
            assertThat(back).hasSameClassAs(value);
        }
        String json = json(sample.type(), value);
        T read = MAPPING.of(sample.type()).fromJson(MAPPING.mapper().readTree(json));
        assertThat(Objects.deepEquals(read, value)).as(String.valueOf(read)).isTrue();
    }

    /** Elements may be null everywhere. */
    @ParameterizedTest
    @MethodSource("samples")
    <T> void valueIsAPartOfOthers(TypeSamples<T> sample) throws Exception {
        TypeInformation<Tuple2<List<T>, Map<String, T>>> type =
                ValueTypes.of(
                        Types.TUPLE(
                                Types.LIST(sample.type()), Types.MAP(Types.STRING, sample.type())));
        List<T> list = Arrays.asList(null, sample.value());
        Map<String, T> map = new LinkedHashMap<>();
        map.put(null, null);
        map.put("a", sample.value());

        for (Tuple2<List<T>, Map<String, T>> back : backs(type, Tuple2.of(list, map))) {
            assertThat(Objects.deepEquals(back.f0.toArray(), list.toArray())).isTrue();
            assertThat(back.f1.keySet()).containsExactly(null, "a");
            assertThat(Objects.deepEquals(back.f1.get("a"), sample.value())).isTrue();
        }
    }

    @Test
    void pageHasWhatCollectionsAndMapsComeBackAs() throws Exception {
        List<List<String>> rows = new ArrayList<>();
        for (HolderSamples sample : holders()) {
            String declared =
                    sample.declared().stream()
                            .map(type -> type.getTypeClass().getSimpleName())
                            .collect(Collectors.joining(", "));
            Object back = backs(cast(sample.declared().get(0)), sample.value()).get(0);
            String json = json(cast(sample.declared().get(0)), sample.value());
            rows.add(List.of(sample.name(), declared, back.getClass().getSimpleName(), json));
        }
        assertThat(
                        MarkdownTable.rows(
                                PAGE, "| a value of | declared as | comes back as | in JSON |"))
                .containsExactlyElementsOf(rows);
    }

    @ParameterizedTest
    @MethodSource("holders")
    void collectionsAndMapsKeepTheirOrder(HolderSamples sample) throws Exception {
        for (TypeInformation<?> declared : sample.declared()) {
            for (Object back : backs(cast(declared), sample.value())) {
                assertThat(parts(back)).isEqualTo(parts(sample.value()));
                assertThat(back).isInstanceOf(declared.getTypeClass());
                if (back instanceof SortedMap<?, ?> map
                        && sample.value() instanceof SortedMap<?, ?> was) {
                    assertThat(Objects.equals(map.comparator(), was.comparator())).isTrue();
                }
                if (back instanceof SortedSet<?> set
                        && sample.value() instanceof SortedSet<?> was) {
                    assertThat(Objects.equals(set.comparator(), was.comparator())).isTrue();
                }
            }
        }
    }

    private static List<?> parts(Object holder) {
        return holder instanceof Map<?, ?> map
                ? map.entrySet().stream().map(String::valueOf).toList()
                : ((Collection<?>) holder).stream().map(String::valueOf).toList();
    }

    @Test
    void pageHasTheKeysOfMapsInJson() throws Exception {
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row :
                MarkdownTable.rows(PAGE, "| key of a map | in JSON | in the Java client |")) {
            Object key = MAP_KEYS.get(row.get(0));
            assertThat(MAP_KEYS).containsKey(row.get(0));
            TypeInformation<?> keyType = key == null ? Types.STRING : typeOf(key);
            TypeInformation<Map<Object, Long>> type =
                    cast(ValueTypes.of(Types.MAP(keyType, Types.LONG)));
            Map<Object, Long> map = new LinkedHashMap<>();
            map.put(key, 1L);
            String json = "cannot be written";
            String read;
            try {
                json = json(type, map);
                read =
                        MAPPING.of(type).fromJson(MAPPING.mapper().readTree(json)).equals(map)
                                ? "yes"
                                : "as text";
            } catch (IllegalArgumentException e) {
                read = "no";
            }
            rows.add(List.of(row.get(0), json, read));
        }
        assertThat(MarkdownTable.rows(PAGE, "| key of a map | in JSON | in the Java client |"))
                .hasSize(MAP_KEYS.size())
                .containsExactlyElementsOf(rows);
    }

    private static final Map<String, Object> MAP_KEYS = mapKeys();

    private static Map<String, Object> mapKeys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("String", "a");
        keys.put("Long", 1L);
        keys.put("Boolean", true);
        keys.put("an enum", TypeSamples.Status.OPEN);
        keys.put("UUID", new UUID(1, 2));
        keys.put("LocalDate", LocalDate.of(2026, 1, 2));
        keys.put("Currency", Currency.getInstance("EUR"));
        keys.put("a record", new TypeSamples.Account("b", 7L));
        keys.put("Tuple2<String, Long>", Tuple2.of("a", 1L));
        keys.put("null", null);
        return keys;
    }

    private static TypeInformation<?> typeOf(Object key) {
        return key instanceof Tuple2<?, ?>
                ? Types.TUPLE(Types.STRING, Types.LONG)
                : ValueTypes.of(key.getClass());
    }

    // ------------------------------------------------------------------ parts

    private static boolean isKey(TypeInformation<?> type) {
        TypeInformation<Object> keys = cast(type);
        StateSpec<Object, Long> state = StateSpec.named("by_key", keys, Types.LONG);
        try {
            TransactionalGraph.named("g")
                    .openTransaction(EmbeddedFlink.environment(1).fromSequence(1, 10))
                    .keyBy(number -> number, keys)
                    .update(state, (sum, number) -> number);
            return true;
        } catch (InvalidGraphException e) {
            return false;
        }
    }

    private static String json(TypeInformation<?> type, Object value) {
        return MAPPING.of(TypesPageTest.<TypeInformation<Object>>cast(type))
                .toJson(value)
                .toString();
    }

    /** From bytes, also those of a serializer that a snapshot has restored, and by copying. */
    private static <T> List<T> backs(TypeInformation<T> type, T value) throws Exception {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        serializer.serialize(value, bytes);
        DataOutputSerializer snapshot = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(snapshot, serializer.snapshotConfiguration());
        TypeSerializerSnapshot<T> restored =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(snapshot.getCopyOfBuffer()),
                        TypesPageTest.class.getClassLoader());
        assertThat(
                        serializer
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(restored)
                                .isCompatibleAsIs())
                .isTrue();
        DataOutputSerializer copied = new DataOutputSerializer(64);
        serializer.copy(new DataInputDeserializer(bytes.getCopyOfBuffer()), copied);
        return List.of(
                serializer.deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer())),
                restored.restoreSerializer()
                        .deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer())),
                serializer.deserialize(new DataInputDeserializer(copied.getCopyOfBuffer())),
                serializer.copy(value));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }
}
