/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.NullableSetTypeInfo;
import org.apache.flink.api.java.typeutils.SetTypeInfo;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/** What JSON becomes is of the declared types, down to the elements of collections. */
class TypeParametersTest {
    private static final JsonMapping MAPPING = JsonMapping.standard();

    public record Pair<A, B>(A left, B right) {}

    /** Has its fields from above. */
    public static final class Many<E> extends Several<List<E>, E> {}

    public static class Several<L, E> {
        public List<L> lists;
        public Pair<String, E>[] pairs;
        public Map<String, Set<E>> sets;
    }

    /** Else their parts would be of the types that suit JSON, whatever the program says. */
    @Test
    void parametersOfTypesAreKept() throws Exception {
        comesBackAsText(new SetTypeInfo<>(Types.LONG), Set.of(5L));
        comesBackAsText(new NullableSetTypeInfo<>(Types.SHORT), Set.of((short) 5));
        comesBackAsText(
                Types.MAP(Types.STRING, Types.LIST(new SetTypeInfo<>(Types.LONG))),
                Map.of("a", List.of(Set.of(5L))));
        comesBackAsText(
                TypeInformation.of(new TypeHint<Pair<Long, Instant>>() {}),
                new Pair<>(5L, Instant.EPOCH));
        comesBackAsText(
                TypeInformation.of(new TypeHint<Tuple2<Pair<Long, Short>, Byte>>() {}),
                Tuple2.of(new Pair<>(5L, (short) 1), (byte) 2));
    }

    /** Where no field of the class is of its parameter itself. */
    @Test
    @SuppressWarnings({"rawtypes", "unchecked"}) // of an array
    void parametersOfClassesAreFoundInTheirFields() throws Exception {
        JsonType<Many<Long>> type = MAPPING.of(TypeInformation.of(new TypeHint<>() {}));
        Many<Long> many = new Many<>();
        many.lists = List.of(List.of(5L));
        many.pairs = new Pair[] {new Pair<>("a", 6L)};
        many.sets = Map.of("b", Set.of(7L));

        Many<Long> back = throughText(type, many);

        assertThat(back.lists).isEqualTo(many.lists);
        assertThat(back.pairs).isEqualTo(many.pairs);
        assertThat(back.sets).isEqualTo(many.sets);
        assertThat(type.schema().at("/properties/lists/items/items/type").asText())
                .isEqualTo("integer");
    }

    public static final class Boxed<T> {
        public Optional<T> first;
        public T value;
    }

    public static final class Caged<T extends Named> {
        public Optional<T> only;
    }

    public static final class Named {
        public String name;
    }

    /** Flink writes an optional with Kryo, and forgets what is in it. */
    @Test
    void fieldsThatHaveLostTheirParametersSayNothing() throws Exception {
        Boxed<Long> boxed = new Boxed<>();
        boxed.first = Optional.of(5L);
        boxed.value = 6L;
        Boxed<Long> box = throughText(MAPPING.of(TypeInformation.of(new TypeHint<>() {})), boxed);
        assertThat(box.value).isEqualTo(6L);
        assertThat(box.first).isEqualTo(boxed.first);

        Caged<Named> caged = new Caged<>();
        caged.only = Optional.of(new Named());
        caged.only.get().name = "Rex";
        Caged<Named> cage = throughText(MAPPING.of(TypeInformation.of(new TypeHint<>() {})), caged);
        assertThat(cage.only.map(named -> named.name)).contains("Rex");
    }

    private static <T> void comesBackAsText(TypeInformation<T> info, T value) throws Exception {
        assertThat(throughText(MAPPING.of(info), value)).isEqualTo(value);
    }

    /** Numbers of a text are of any type, those of a tree of that which was written. */
    private static <T> T throughText(JsonType<T> type, T value) throws Exception {
        return type.fromJson(MAPPING.mapper().readTree(type.toJson(value).toString()));
    }
}
