/* SPDX-License-Identifier: Apache-2.0 */
package io.tspoon.query.json;

import io.tspoon.query.request.JsonOrder;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonMappingTest {
    private static final JsonMapping MAPPING = JsonMapping.standard();

    record Owner(String name, List<Integer> years) {}

    record Account(
            Owner owner, BigDecimal amount, Optional<String> note, Map<String, Long> limits) {}

    /** Has more getters than parts. */
    record Order(long price, long count) {
        public long getTotal() {
            return price * count;
        }

        public boolean isEmpty() {
            return count == 0;
        }

        public List<Long> getPrices() {
            return List.of(price, count);
        }
    }

    record Positive(long number) {
        Positive {
            if (number < 1) {
                throw new ArithmeticException("below one");
            }
        }
    }

    enum Colour {
        RED,
        GREEN
    }

    public static final class Pojo {
        public long id;
        private String text = "";

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }

    public static final class Overdraft extends Owned {
        public long amount;

        public boolean isOverdrawn() {
            return amount < 0;
        }

        public Map<String, Long> getAmounts() {
            return Map.of(owner, amount);
        }
    }

    public abstract static class Owned {
        public String owner = "";

        public String getTitle() {
            return "of " + owner;
        }
    }

    @Test
    void simpleTypesComeBack() {
        comesBack(Types.STRING, "a\"\u00fc\n", "\"a\\\"\u00fc\\n\"");
        comesBack(Types.LONG, Long.MAX_VALUE, "9223372036854775807");
        comesBack(Types.INT, -3, "-3");
        comesBack(Types.BOOLEAN, true, "true");
        comesBack(Types.DOUBLE, 0.25, "0.25");
        comesBack(Types.BIG_DEC, new BigDecimal("12.3400"), "12.3400");
        comesBack(Types.INSTANT, Instant.parse("2026-01-02T03:04:05Z"), "\"2026-01-02T03:04:05Z\"");
        comesBack(Types.LOCAL_DATE, LocalDate.of(2026, 1, 2), "\"2026-01-02\"");
        comesBack(Types.ENUM(Colour.class), Colour.RED, "\"RED\"");
        comesBack(
                TypeInformation.of(UUID.class),
                new UUID(1, 2),
                "\"00000000-0000-0001-0000-000000000002\"");
    }

    /** What is done without Jackson is quicker, but not different. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "2147483647",
                "2147483648",
                "-2147483649",
                "9223372036854775807",
                "9223372036854775808",
                "1.0",
                "1e2",
                "true",
                "false",
                "null",
                "\"\"",
                "\"1\"",
                "\"true\"",
                "[1]",
                "{}"
            })
    void scalarsAreAsJacksonHasThem(String text) throws Exception {
        JsonNode json = MAPPING.mapper().readTree(text);
        for (TypeInformation<?> type :
                List.of(Types.STRING, Types.LONG, Types.INT, Types.BOOLEAN)) {
            Object quick = valueOrNone(new JsonType<>(MAPPING.mapper(), type, false), json);
            Object thorough = valueOrNone(new JsonType<>(MAPPING.mapper(), type, true), json);
            assertThat(quick).as("%s of %s", type, text).isEqualTo(thorough);
        }
    }

    private static <T> Object valueOrNone(JsonType<T> type, JsonNode json) {
        try {
            T value = type.fromJson(json);
            JsonNode back = type.toJson(value);
            return List.of(value, back, back.getClass());
        } catch (IllegalArgumentException e) {
            return "none: " + e.getMessage();
        }
    }

    /** Numbers of JavaScript are not as long as those of Java. */
    public static final class LongsAsTexts implements JsonCustomizer {
        @Override
        public void customize(JsonMapper.Builder builder) {
            builder.addModule(
                    new SimpleModule().addSerializer(Long.class, ToStringSerializer.instance));
        }
    }

    @Test
    void customizersChangeScalarsToo(@TempDir Path classes) throws Exception {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(JsonCustomizer.class.getName()), LongsAsTexts.class.getName());
        URL[] urls = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            JsonMapping mapping = JsonMapping.load(loader);
            assertThat(mapping.of(Types.LONG).toJson(5L).isTextual()).isTrue();
        }
        assertThat(MAPPING.of(Types.LONG).toJson(5L).isTextual()).isFalse();
    }

    @Test
    void bytesAreBase64() {
        JsonType<byte[]> type = MAPPING.of(TypeInformation.of(byte[].class));
        JsonNode json = type.toJson(new byte[] {1, 2, 3});
        assertThat(json.toString()).isEqualTo("\"AQID\"");
        assertThat(JsonOrder.ASCENDING.compare(json, TextNode.valueOf("AQID"))).isZero();
        assertThat(JsonOrder.ASCENDING.compare(json, type.toJson(new byte[] {1, 2}))).isNotZero();
        assertThat(type.schema().path("type").asText()).isEqualTo("string");
        assertThat(type.fromJson(json)).containsExactly(1, 2, 3);
    }

    @Test
    void recordsComeBack() {
        comesBack(
                TypeInformation.of(Account.class),
                new Account(
                        new Owner("a", List.of(1, 2)),
                        new BigDecimal("1.50"),
                        Optional.empty(),
                        Map.of("day", 5L)),
                "{\"owner\":{\"name\":\"a\",\"years\":[1,2]},\"amount\":1.50,\"note\":null,"
                        + "\"limits\":{\"day\":5}}");
    }

    @Test
    void pojosComeBack() {
        JsonType<Pojo> type = MAPPING.of(Pojo.class);
        Pojo pojo = new Pojo();
        pojo.id = 7;
        pojo.setText("x");
        JsonNode json = type.toJson(pojo);
        assertThat(json.toString()).isEqualTo("{\"id\":7,\"text\":\"x\"}");
        assertThat(type.fromJson(json).getText()).isEqualTo("x");
    }

    /** What a value has computed is written for those who read JSON, and computed again. */
    @Test
    void derivedPropertiesArePassedOver() throws Exception {
        JsonType<Order> orders = MAPPING.of(Order.class);
        Order order = new Order(5, 2);
        JsonNode json = orders.toJson(order);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("price", "count", "total", "empty", "prices");
        assertThat(orders.fromJson(json)).isEqualTo(order);
        JsonType<Overdraft> type = MAPPING.of(Overdraft.class);
        Overdraft overdraft = new Overdraft();
        overdraft.owner = "a";
        overdraft.amount = -7;
        json = type.toJson(overdraft);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("owner", "amount", "title", "overdrawn", "amounts");
        assertThat(type.fromJson(json)).usingRecursiveComparison().isEqualTo(overdraft);
        for (JsonType<?> any : List.of(type, orders)) {
            JsonNode other = MAPPING.mapper().readTree("{\"unknown\":1}");
            assertThatThrownBy(() -> any.fromJson(other)).hasMessageContaining("does not fit");
        }
    }

    /** Or types of jobs that are over would stay where Jackson is shared. */
    @Test
    void typesAreNotKeptForAll() {
        assertThat(MAPPING.mapper().getTypeFactory()).isNotSameAs(TypeFactory.defaultInstance());
        assertThat(MAPPING.mapper().getTypeFactory())
                .isNotSameAs(JsonMapping.standard().mapper().getTypeFactory());
    }

    @Test
    void floatsAreWhatTheyAreWrittenAs() throws Exception {
        for (float number : new float[] {0.1f, -3.4e38f, 1e-45f, 16777216f, 0f}) {
            comesBack(Types.FLOAT, number, new BigDecimal(Float.toString(number)).toString());
        }
        JsonType<float[]> array = MAPPING.of(TypeInformation.of(float[].class));
        assertThat(array.toJson(new float[] {0.1f, Float.NaN}).toString())
                .isEqualTo("[0.1,\"NaN\"]");
        assertThat(MAPPING.mapper().<JsonNode>valueToTree(0.1f))
                .isEqualTo(MAPPING.mapper().readTree("0.1"));
    }

    /** So they have the same place in an order on both sides of a wire. */
    @Test
    void doublesAreTheSameTreeWhenTheyAreReadAgain() throws Exception {
        JsonType<Double> type = MAPPING.of(Types.DOUBLE);
        for (double number :
                new double[] {
                    0.0, -0.0, 1.0, 0.1, -1e300, 4.9e-324, 1e10, Double.NaN, 1 / 0.0, -1 / 0.0
                }) {
            JsonNode json = type.toJson(number);
            assertThat(MAPPING.mapper().readTree(json.toString())).isEqualTo(json);
            assertThat(type.fromJson(json)).isEqualTo(Double.valueOf(number));
        }
        assertThat(type.toJson(-0.0).toString()).isEqualTo("-0.0");
        assertThat(type.toJson(-1 / 0.0).toString()).isEqualTo("\"-Infinity\"");
        JsonType<double[]> array = MAPPING.of(TypeInformation.of(double[].class));
        JsonNode json = array.toJson(new double[] {-0.0, Double.NaN, 1.5});
        assertThat(json.toString()).isEqualTo("[-0.0,\"NaN\",1.5]");
        assertThat(MAPPING.mapper().readTree(json.toString())).isEqualTo(json);
        assertThat(array.fromJson(json)).containsExactly(-0.0, Double.NaN, 1.5);
    }

    @Test
    void tuplesAreArrays() {
        comesBack(
                TypeInformation.of(new TypeHint<Tuple2<String, Tuple2<Long, Boolean>>>() {}),
                Tuple2.of("a", Tuple2.of(4L, true)),
                "[\"a\",[4,true]]");
    }

    @Test
    void rowsAreArraysOrObjects() {
        TypeInformation<Row> type =
                Types.ROW_NAMED(new String[] {"name", "n"}, Types.STRING, Types.LONG);
        comesBack(type, Row.of("a", 3L), "[\"a\",3]");
        Row named = Row.withNames();
        named.setField("name", "a");
        named.setField("n", 3L);
        comesBack(type, named, "{\"name\":\"a\",\"n\":3}");
    }

    /** As keys they would else belong to another instance. */
    @Test
    void rowsAreThoseOfTheirSerializer() throws Exception {
        TypeInformation<Row> inner = Types.ROW_NAMED(new String[] {"n"}, Types.LONG);
        TypeInformation<Row> type =
                Types.ROW_NAMED(new String[] {"name", "in"}, Types.STRING, inner);
        Row key = Row.of("a", Row.of(3L));
        TypeSerializer<Row> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        serializer.serialize(key, bytes);
        Row stored = serializer.deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer()));

        JsonNode json = MAPPING.of(type).toJson(stored);
        assertThat(json.toString()).isEqualTo("{\"name\":\"a\",\"in\":{\"n\":3}}");
        JsonNode swapped = MAPPING.mapper().readTree("{\"in\":{\"n\":3},\"name\":\"a\"}");
        for (JsonNode given : List.of(json, swapped)) {
            Row row = MAPPING.of(type).fromJson(given);
            assertThat(row).isEqualTo(stored).hasSameHashCodeAs(stored);
            assertThat(row.<Object>getFieldAs("name")).isEqualTo("a");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "LONG; '\"1\"'",
                "LONG; 1.5",
                "LONG; null",
                "LONG; 9223372036854775808",
                "LONG; []",
                "INT; 3000000000",
                "STRING; 1",
                "STRING; {}",
                "BOOLEAN; 1",
                "INSTANT; '\"yesterday\"'",
                "INSTANT; true"
            })
    void refusesWhatDoesNotFit(String type, String json) throws Exception {
        TypeInformation<?> info = (TypeInformation<?>) Types.class.getField(type).get(null);
        JsonNode node = MAPPING.mapper().readTree(json);
        assertThatThrownBy(() -> MAPPING.of(info).fromJson(node))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[TSP-4304] Cannot read JSON")
                .hasMessageNotContaining("jackson");
    }

    @Test
    void whatAConstructorThrowsIsTheCauseOnly() throws Exception {
        JsonType<Positive> type = MAPPING.of(TypeInformation.of(Positive.class));
        JsonNode json = MAPPING.mapper().readTree("{\"number\":0}");

        assertThatThrownBy(() -> type.fromJson(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "[TSP-4304] Cannot read JSON: it does not fit the type, json={")
                .hasMessageNotContaining("below one")
                .hasRootCauseInstanceOf(ArithmeticException.class);
    }

    @Test
    void schemasSayWhatIsWritten() {
        assertThat(MAPPING.of(Account.class).schema().toString())
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"owner\":{\"type\":\"object\","
                                + "\"properties\":{\"name\":{\"type\":\"string\"},\"years\":"
                                + "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}},"
                                + "\"amount\":{\"type\":\"number\"},\"note\":{},"
                                + "\"limits\":{\"type\":\"object\",\"additionalProperties\":"
                                + "{\"type\":\"integer\"}}}}");
    }

    record Times(
            Instant at,
            Optional<Instant> end,
            LocalDateTime local,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Instant number) {}

    /** Where it is a time that says in which order texts are. */
    @Test
    void schemasTellTimes() {
        assertThat(MAPPING.of(Times.class).schema().path("properties").toString())
                .isEqualTo(
                        "{\"at\":{\"type\":\"string\",\"format\":\"date-time\"},"
                                + "\"end\":{\"format\":\"date-time\"},"
                                + "\"local\":{\"type\":\"string\",\"format\":\"date-time-local\"},"
                                + "\"number\":{}}");
        JsonMapper numbers =
                JsonMapper.builder()
                        .addModule(new JavaTimeModule())
                        .enable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                        .build();
        assertThat(new JsonType<>(numbers, Types.INSTANT, true).schema()).isEmpty();
    }

    /** As clients read; servers do not, as keys would be others than were meant. */
    @Test
    void unknownFieldsArePassedOverIfWanted() throws Exception {
        JsonMapping mapping = MAPPING.forAnswers();
        JsonNode owner = MAPPING.mapper().readTree("{\"name\":\"a\",\"age\":3,\"years\":[1]}");
        assertThat(mapping.of(Owner.class).fromJson(owner)).isEqualTo(new Owner("a", List.of(1)));
        assertThatThrownBy(() -> MAPPING.of(Owner.class).fromJson(owner))
                .hasMessageContaining("does not fit");
        TypeInformation<Row> row = Types.ROW_NAMED(new String[] {"name"}, Types.STRING);
        assertThat(mapping.of(row).fromJson(owner).<Object>getFieldAs("name")).isEqualTo("a");
        assertThatThrownBy(() -> MAPPING.of(row).fromJson(owner))
                .hasMessageContaining("does not fit");
        JsonNode wrong = MAPPING.mapper().readTree("{\"name\":1}");
        assertThatThrownBy(() -> mapping.of(Owner.class).fromJson(wrong))
                .hasMessageContaining("does not fit");
    }

    private static <T> void comesBack(TypeInformation<T> info, T value, String json) {
        JsonType<T> type = MAPPING.of(info);
        assertThat(type.toJson(value).toString()).isEqualTo(json);
        assertThat(type.fromJson(type.toJson(value))).isEqualTo(value);
    }
}
